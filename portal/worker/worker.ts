/**
 * Shows one page when no server can be reached, and caches nothing else: no answer of the API, no screen, no document. Files with a
 * hash in their name are in the browser's own cache and pages are always requested, so versions are never mixed.
 */
const worker = self as unknown as ServiceWorkerGlobalScope & {
  /** Written above this script by the server; another offline page is another version. */
  offlineVersion: string
}

/** The part of the static routing API that is used; TypeScript's library and some browsers do not have it. */
type AddRoutes = (rules: { condition: { not: { requestMode: 'navigate' } }; source: 'network' }[]) => Promise<void>

const page = '/offline'
const cacheName = `offline-${worker.offlineVersion}`

worker.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([keepPage(), bypassWorker(event)]))
})

worker.addEventListener('activate', (event) => {
  event.waitUntil(takeOver())
})

worker.addEventListener('fetch', (event) => {
  const { pathname } = new URL(event.request.url)
  // The desk shows itself what it cannot reach, and keeps everything typed on the screen.
  if (event.request.mode !== 'navigate' || /^\/(?:api|desk)(?:\/|$)/.test(pathname)) return
  event.respondWith(pageOf(event))
})

/**
 * Everything but navigation goes to the server without this worker. Otherwise the browser starts the worker first, and a request
 * that a page sends while it is left, such as the end of a view, is lost.
 */
async function bypassWorker(event: ExtendableEvent & { addRoutes?: AddRoutes }): Promise<void> {
  await event.addRoutes?.([{ condition: { not: { requestMode: 'navigate' } }, source: 'network' }])
}

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
