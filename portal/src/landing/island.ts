import type { Reply } from '@sauda/contract/platform/call'
import type { contentCalls } from '@sauda/contract/broker/content'
import { isDark, storedScheme, toggleScheme } from '@sauda/ui/scheme'
import { registerWorker } from '../shell/worker.ts'

// The one script of the public pages: 1.5 KB, where their limit is 5 KB and a hydrated start page has 110 KB (bench/size.ts). Each
// part finds its elements and does nothing without them.

const retryMilliseconds = 5000

/** The bar over the hero turns black once about 30 % of the hero has scrolled away (section 9). */
function watchBar(): void {
  const bar = document.querySelector('[data-bar="hero"]')
  const from = document.querySelector('[data-black-from]')
  if (!bar || !from) return
  new IntersectionObserver(([entry]) =>
    bar.toggleAttribute('data-black', entry !== undefined && entry.boundingClientRect.top < 0),
  ).observe(from)
}

/** Chromium only; other browsers offer to install in their own menus. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>
}

function offerInstall(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-install]')
  if (!button) return
  let installPrompt: InstallEvent | undefined
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    installPrompt = event as InstallEvent
    button.hidden = false
  })
  button.addEventListener('click', () => {
    // It works once.
    void installPrompt?.prompt()
    button.hidden = true
  })
}

/** A mark opens its note on press without a script; with a mouse, also on hover. */
function explainMarks(): void {
  for (const mark of document.querySelectorAll<HTMLButtonElement>('button[popovertarget]')) {
    const note = mark.popoverTargetElement as HTMLElement | null
    const toggle = (force: boolean) => (event: PointerEvent) => {
      if (event.pointerType === 'mouse') note?.togglePopover({ force, source: mark })
    }
    mark.parentElement?.addEventListener('pointerenter', toggle(true))
    mark.parentElement?.addEventListener('pointerleave', toggle(false))
  }
}

/** The offline page has the address of the page that could not be reached, so reloading opens that one. */
function returnOnline(): void {
  if (!document.querySelector('[data-offline]')) return
  const reload = (): void => location.reload()
  document.querySelector('[data-again]')?.addEventListener('click', reload)
  addEventListener('online', reload)
  // The connection may have returned before this script ran, and a server that is down sends no event when it is up again.
  const retry = (): void =>
    void fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(reload, () => undefined)
  setInterval(() => document.hidden || retry(), retryMilliseconds)
}

/** The footer's button switches to the other scheme, and back to the system's. */
function enableSchemeSwitch(): void {
  const button = document.querySelector('[data-scheme-turn]')
  const show = (): void => {
    const media =
      storedScheme() === 'system' ? '(prefers-color-scheme: dark)' : `(${isDark() ? 'min' : 'max'}-width: 0)`
    for (const source of document.querySelectorAll<HTMLSourceElement>('source[data-dark]'))
      source.media = `${source.dataset['dark'] ?? ''}${media}`
  }
  button?.addEventListener('click', () => {
    toggleScheme()
    show()
  })
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', show)
  button?.toggleAttribute('data-ready', true)
  show()
}

/** Follows a login or logout in another tab; before the first paint the head's script does the same. */
function followSession(): void {
  const mark = (): void => {
    try {
      document.documentElement.toggleAttribute('data-client', localStorage.getItem('isLoggedIn') !== null)
    } catch {
      // Without storage there is no login.
    }
  }
  addEventListener('storage', mark)
  // A page restored from the back-forward cache missed earlier storage events.
  addEventListener('pageshow', mark)
}

type Reviews = Reply<typeof contentCalls.testimonials>
type State = 'loading' | 'empty' | 'failed' | 'loaded'

/** Reviews load when their section is near, or shortly after the first view. */
const near = '600px'
const loadAfterMilliseconds = 1500

/** Loads the published reviews. */
function loadReviews(): void {
  const section = document.querySelector('[data-reviews]')
  if (!section) return
  const parts = [...section.querySelectorAll<HTMLElement>('[data-state]')]
  const again = section.querySelector('[data-state="failed"] button')
  const list = section.querySelector('[data-state="loaded"]')
  // Only the current state is in the page.
  const show = (state: State): void => {
    const [next] = parts.filter((part) => part.dataset['state'] === state)
    if (!next) return
    next.hidden = false
    parts.find((part) => part.isConnected && !part.hidden && part !== next)?.before(next)
    for (const part of parts) if (part !== next) part.remove()
  }
  const load = async (): Promise<void> => {
    show('loading')
    try {
      const response = await fetch('/api/testimonials')
      if (!response.ok) throw new Error(String(response.status))
      const { testimonials } = (await response.json()) as Reviews
      fillList(list, testimonials)
      show(testimonials.length > 0 ? 'loaded' : 'empty')
    } catch {
      show('failed')
    }
  }
  again?.addEventListener('click', () => void load())
  let isStarted = false
  const start = (): void => {
    if (!isStarted) void load()
    isStarted = true
  }
  new IntersectionObserver(([entry]) => entry?.isIntersecting && start(), { rootMargin: near }).observe(section)
  setTimeout(start, loadAfterMilliseconds)
}

function fillList(list: Element | null, reviews: Reviews['testimonials']): void {
  const template = list?.querySelector('template')
  const items = reviews.map((review) => {
    const item = document.importNode(template?.content ?? new DocumentFragment(), true)
    for (const part of ['name', 'about', 'words'] as const) {
      const place = item.querySelector(`[data-part="${part}"]`)
      if (place) place.textContent = review[part]
    }
    return item
  })
  list?.append(...items)
}

watchBar()
followSession()
enableSchemeSwitch()
explainMarks()
returnOnline()
offerInstall()
loadReviews()
registerWorker()
