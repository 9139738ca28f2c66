import type { Reply } from '@sauda/contract/call'
import type { contentCalls } from '@sauda/contract/content'

type Answer = Reply<typeof contentCalls.testimonials>
type State = 'loading' | 'empty' | 'failed' | 'loaded'

/** Asked for when the section comes near, or when the page has long had everything that is seen at first. */
const near = '600px'
const laterMilliseconds = 1500

/** Fills the section of reviews: what the broker has published, or that there is nothing. */
export function loadReviews(): void {
  const section = document.querySelector('[data-reviews]')
  if (!section) return
  const parts = [...section.querySelectorAll<HTMLElement>('[data-state]')]
  const again = section.querySelector('[data-state="failed"] button')
  const list = section.querySelector('[data-state="loaded"]')
  // What does not count now is not in the page at all.
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
      const { testimonials } = (await response.json()) as Answer
      fillList(list, testimonials)
      show(testimonials.length > 0 ? 'loaded' : 'empty')
    } catch {
      show('failed')
    }
  }
  again?.addEventListener('click', () => void load())
  let begun = false
  const begin = (): void => {
    if (!begun) void load()
    begun = true
  }
  new IntersectionObserver(([entry]) => entry?.isIntersecting && begin(), { rootMargin: near }).observe(section)
  setTimeout(begin, laterMilliseconds)
}

function fillList(list: Element | null, reviews: Answer['testimonials']): void {
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
