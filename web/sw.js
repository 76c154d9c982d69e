// sw.js - keeps the page for when there is no network. One cache per version of the files; assemble.py
// writes version and list when the page is put together.
//
// Files come from the cache; a new version waits until no page uses the old one, or until the only page there is asks
// for it (js/fresh.js), so nothing ever mixes two versions. What the server says about tables is never kept.

const VERSION = "dev";
const FILES = [
    /* FILES */
];
const CACHE = `penultima-${VERSION}`;

self.addEventListener("install", (event) => {
    event.waitUntil(
        (async () => {
            const cache = await caches.open(CACHE);
            await cache.addAll(["./", ...FILES]);
        })(),
    );
});

self.addEventListener("activate", (event) => {
    event.waitUntil(
        (async () => {
            for (const name of await caches.keys())
                if (name.startsWith("penultima-") && name !== CACHE) await caches.delete(name);
            await self.clients.claim();
        })(),
    );
});

// Between two games the page takes the new version, and is loaded again by it.
self.addEventListener("message", (event) => {
    if (!event.data?.take) return;
    event.waitUntil(
        (async () => {
            const all = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
            const taken = all.filter((one) => one.url.startsWith(self.registration.scope)).length < 2;
            event.source?.postMessage({ taken });
            if (taken) await self.skipWaiting();
        })(),
    );
});

/** Whether a page of ours shows this table and is looked at. @param {string} table */
async function pageOf(table) {
    const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    return { pages, at: pages.find((one) => new URL(one.url).hash === `#${table}`) };
}

// "Your turn", from the house, for a page that is closed (docs/PROTOCOL.md, push).
self.addEventListener("push", (event) => {
    const said = event.data?.json() ?? {};
    if (typeof said.title !== "string" || !/^[a-z0-9]{4,16}$/.test(said.table)) return;
    event.waitUntil(
        (async () => {
            await self.registration.showNotification(said.title, {
                body: typeof said.body === "string" ? said.body : "",
                tag: `penultima-${said.table}`,
                icon: "icon-192.png",
                data: { hash: `#${said.table}` },
            });
            await self.navigator.setAppBadge?.(1)?.catch?.(() => {});
        })(),
    );
});

self.addEventListener("notificationclick", (event) => {
    const hash = event.notification.data?.hash ?? "";
    event.notification.close();
    event.waitUntil(
        (async () => {
            await self.navigator.clearAppBadge?.()?.catch?.(() => {});
            const { pages, at } = await pageOf(hash.slice(1));
            const page = at ?? pages[0];
            if (!page) return self.clients.openWindow(`./${hash}`);
            await page.focus();
            if (!at) page.postMessage({ go: hash });
        })(),
    );
});

self.addEventListener("fetch", (event) => {
    const url = new URL(event.request.url);
    if (event.request.method !== "GET" || url.origin !== location.origin || !FILES.length) return;
    if (/^\/(api|ws|health|metrics)/.test(url.pathname)) return;
    event.respondWith(
        (async () => {
            const cache = await caches.open(CACHE);
            const kept = await cache.match(event.request, { ignoreSearch: true });
            return kept ?? fetch(event.request);
        })(),
    );
});
