import { useCallback, useRef, type RefObject } from 'react'
import { useShortcuts } from './shortcut.ts'

/** j and k move focus through the `data-item` elements of the list, starting at the open or last opened one. */
export function useListKeys<Element extends HTMLElement>(name: string): RefObject<Element | null> {
  const list = useRef<Element>(null)
  const move = useCallback((step: 1 | -1) => {
    const items = [...(list.current?.querySelectorAll<HTMLElement>('[data-item]') ?? [])]
    const focused = items.findIndex((item) => item === document.activeElement)
    // From outside the list, continues at the open item.
    const here = focused === -1 ? items.findIndex((item) => item.ariaCurrent === 'page') : focused
    const left = here === -1 ? items.find((item) => item.dataset['item'] === 'last') : undefined
    const target = left ?? items[here + step] ?? items[Math.max(here, 0)]
    target?.focus()
    target?.scrollIntoView({ block: 'nearest' })
  }, [])
  useShortcuts(name, [
    { keys: ['j', 'ArrowDown'], does: 'Next', run: () => move(1) },
    { keys: ['k', 'ArrowUp'], does: 'Previous', run: () => move(-1) },
  ])
  return list
}
