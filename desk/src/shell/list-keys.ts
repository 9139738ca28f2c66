import { useCallback, useRef, type RefObject } from 'react'
import { useShortcuts } from './shortcut.ts'

/** j and k move focus through the links marked `data-item` inside the list; Enter is the link's own. */
export function useListKeys<Element extends HTMLElement>(name: string): RefObject<Element | null> {
  const list = useRef<Element>(null)
  const move = useCallback((step: 1 | -1) => {
    const items = [...(list.current?.querySelectorAll<HTMLElement>('[data-item]') ?? [])]
    const here = items.findIndex((item) => item === document.activeElement)
    const next = here === -1 ? items.find((item) => item.dataset['item'] === 'last') : items[here + step]
    const target = next ?? (here === -1 ? items[0] : undefined)
    target?.focus()
    target?.scrollIntoView({ block: 'nearest' })
  }, [])
  useShortcuts(name, [
    { keys: ['j', 'ArrowDown'], does: 'Next', run: () => move(1) },
    { keys: ['k', 'ArrowUp'], does: 'Previous', run: () => move(-1) },
  ])
  return list
}
