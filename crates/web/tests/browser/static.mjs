// A host that serves the files of a folder, and knows nothing else; prints its address.
//
// node static.mjs FOLDER
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";

const folder = path.resolve(process.argv[2]);
const KINDS = { ".html": "text/html", ".js": "text/javascript", ".svg": "image/svg+xml", ".wasm": "application/wasm", ".webmanifest": "application/manifest+json" };

// The site lies in a folder of the host, as on many of them.
const PLACE = "/some/place";
const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url ?? "/", "http://host");
  const file = path.join(folder, pathname.slice(PLACE.length).replace(/\/$/, "/index.html"));
  try {
    if (!pathname.startsWith(`${PLACE}/`) || !file.startsWith(folder)) throw new Error("not there");
    const bytes = await readFile(file);
    response.writeHead(200, { "content-type": KINDS[path.extname(file)] ?? "application/octet-stream" }).end(bytes);
  } catch {
    response.writeHead(404).end();
  }
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}${PLACE}`));
