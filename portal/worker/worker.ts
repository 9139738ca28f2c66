/**
 * Shows one page when no server can be reached, and caches nothing else: no answer of the API, no screen, no document. Files with a
 * hash in their name are in the browser's own cache and pages are always requested, so versions are never mixed.
 */
const worker = self as unknown as ServiceWorkerGlobalScope & {
  /** Written above this script by the server; another offline page is another version. */
  offlineVersion: string
}

const page = '/offline'
const cacheName = `offline-${worker.offlineVersion}`

worker.addEventListener('install', (event) => {
  event.waitUntil(keepPage())
})

worker.addEventListener('activate', (event) => {
  event.waitUntil(takeOver())
})

worker.addEventListener('fetch', (event) => {
  const { pathname } = new URL(event.request.url)
  // The desk says itself what it cannot reach, with everything typed in sight.
  if (event.request.mode !== 'navigate' || /^\/(?:api|desk)(?:\/|$)/.test(pathname)) return
  event.respondWith(pageOf(event))
})

async function keepPage(): Promise<void> {
  await (await caches.open(cacheName)).add(new Request(page, { cache: 'reload' }))
  // Older pages do not depend on the worker, so a new one takes over at once.
  await worker.skipWaiting()
}

async function takeOver(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name !== cacheName)
  await Promise.all(old.map((name) => caches.delete(name)))
  // The page is requested while the worker starts, not after.
  await worker.registration.navigationPreload?.enable()
  await worker.clients.claim()
}

async function pageOf({ request, preloadResponse }: FetchEvent): Promise<Response> {
  try {
    return ((await preloadResponse) as Response | undefined) ?? (await fetch(request))
  } catch {
    return (await caches.match(page)) ?? Response.error()
  }
}
