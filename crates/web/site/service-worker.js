// Keeps the whole site in the browser, so that it is there without a network. The list and the version
// are written when the site is; another version of the site has another one.

const VERSION = "%VERSION%";
const FILES = %FILES%;

addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(VERSION);
    // Past what the browser remembers of an earlier version.
    await cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })));
    await skipWaiting();
  })());
});

addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith("spinney-") && name !== VERSION);
    await Promise.all(names.map((name) => caches.delete(name)));
    await clients.claim();
  })());
});

addEventListener("fetch", (event) => {
  event.respondWith((async () => {
    const cache = await caches.open(VERSION);
    // Which game is looked at makes no difference to the file.
    const kept = await cache.match(event.request, { ignoreSearch: true });
    return kept ?? fetch(event.request);
  })());
});
