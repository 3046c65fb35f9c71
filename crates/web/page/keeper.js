// Games that are kept in this browser.

/** Games in a list. */
const LISTED = 30;

/** @type {Promise<IDBDatabase>|undefined} */
let opened;

function database() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("spinney", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("games", { keyPath: "id" }).createIndex("changed", "changed");
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(new Error("this browser keeps no games for this page"));
  });
  return opened;
}

/**
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(games: IDBObjectStore) => IDBRequest<T>} act
 * @returns {Promise<T>}
 */
async function at(mode, act) {
  const transaction = (await database()).transaction("games", mode);
  const request = act(transaction.objectStore("games"));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = transaction.onabort = () => reject(new Error("the game cannot be kept in this browser"));
  });
}

/** Keeps a game in place of what it was. @param {string} id @param {string} kept */
export const put = (id, kept) => at("readwrite", (games) => games.put({ id, kept, changed: Date.now() }));

/** @param {string} id @returns {Promise<string|undefined>} */
export const get = async (id) => (await at("readonly", (games) => games.get(id)))?.kept;

/** Those that changed last, the newest first. @returns {Promise<string[]>} */
export async function latest() {
  const games = await at("readonly", (all) => all.index("changed").getAll());
  return games.reverse().slice(0, LISTED).map(({ kept }) => kept);
}
