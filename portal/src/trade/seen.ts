const told = new WeakMap<Element, Set<(isSeen: boolean) => void>>()
let observer: IntersectionObserver | undefined

/** Tells whether the element is in the window or just outside it, until what this answers is called. One observer for all. */
export function watchSeen(element: Element, tell: (isSeen: boolean) => void): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) for (const each of told.get(target) ?? []) each(isIntersecting)
    },
    { rootMargin: '100px' },
  )
  const those = told.get(element) ?? new Set()
  told.set(element, those.add(tell))
  observer.observe(element)
  return () => {
    those.delete(tell)
    if (those.size === 0) observer?.unobserve(element)
  }
}
