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
  const show = (state: State): void => {
    for (const part of section.querySelectorAll<HTMLElement>('[data-state]'))
      part.hidden = part.dataset['state'] !== state
  }
  const load = async (): Promise<void> => {
    show('loading')
    try {
      const response = await fetch('/api/testimonials')
      if (!response.ok) throw new Error(String(response.status))
      const { testimonials } = (await response.json()) as Answer
      fillList(section, testimonials)
      show(testimonials.length > 0 ? 'loaded' : 'empty')
    } catch {
      show('failed')
    }
  }
  section.querySelector('[data-state="failed"] button')?.addEventListener('click', () => void load())
  let begun = false
  const begin = (): void => {
    if (!begun) void load()
    begun = true
  }
  new IntersectionObserver(([entry]) => entry?.isIntersecting && begin(), { rootMargin: near }).observe(section)
  setTimeout(begin, laterMilliseconds)
}

function fillList(section: Element, reviews: Answer['testimonials']): void {
  const template = section.querySelector('template')
  const items = reviews.map((review) => {
    const item = document.importNode(template?.content ?? new DocumentFragment(), true)
    for (const part of ['name', 'about', 'words'] as const) {
      const place = item.querySelector(`[data-part="${part}"]`)
      if (place) place.textContent = review[part]
    }
    return item
  })
  template?.parentElement?.append(...items)
}
