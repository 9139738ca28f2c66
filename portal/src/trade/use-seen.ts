import { useCallback, useState } from 'react'

const tell = new WeakMap<Element, (isSeen: boolean) => void>()
let observer: IntersectionObserver | undefined

/** Whether the element with this ref is in the window or just outside it. One observer watches all of them. */
export function useSeen<Watched extends Element>(): [ref: (element: Watched | null) => void, isSeen: boolean] {
  const [isSeen, setSeen] = useState(false)
  const ref = useCallback((element: Watched | null) => {
    if (!element) return undefined
    observer ??= new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) tell.get(target)?.(isIntersecting)
      },
      { rootMargin: '100px' },
    )
    tell.set(element, setSeen)
    observer.observe(element)
    return () => observer?.unobserve(element)
  }, [])
  return [ref, isSeen]
}
