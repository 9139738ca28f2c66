import { pressedKey } from '@sauda/ui/dom'
import { createStore } from '@sauda/web/store'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react'

export interface Shortcut {
  /** For example 'j', 'Ctrl+Enter', 'g q' (one after the other), then alternatives. */
  keys: readonly [string, ...string[]]
  does: string
  run: () => void
  /** Works while typing in a field too. */
  inFields?: boolean
}

export interface ShortcutGroup {
  name: string
  shortcuts: readonly Shortcut[]
}

/** The newest group wins. */
export const shortcutGroups = createStore<readonly ShortcutGroup[]>([])

const offKey = 'desk.shortcuts'
/** Can be switched off for speech input and tremor (WCAG 2.1.4). */
export const lettersOn = createStore(typeof localStorage !== 'object' || localStorage.getItem(offKey) !== 'off')

export function switchLetters(on: boolean): void {
  lettersOn.set(on)
  if (on) localStorage.removeItem(offKey)
  else localStorage.setItem(offKey, 'off')
}

/**
 * Works from the moment the screen shows what it is about; an effect after painting would lose an early key. A shortcut that is false
 * does not exist now.
 */
export function useShortcuts(name: string, offered: readonly (Shortcut | false | undefined)[]): void {
  const shortcuts = offered.filter((each) => each !== false && each !== undefined)
  const latest = useRef(shortcuts)
  useLayoutEffect(() => {
    latest.current = shortcuts
  })
  const shape = shortcuts.map(({ keys, does }) => `${keys.join()}=${does}`).join()
  useLayoutEffect(() => {
    if (shape === '') return undefined
    const group: ShortcutGroup = {
      name,
      shortcuts: latest.current.map((shortcut, index) => ({ ...shortcut, run: () => latest.current[index]?.run() })),
    }
    shortcutGroups.set([group, ...shortcutGroups.get()])
    return () => shortcutGroups.set(shortcutGroups.get().filter((each) => each !== group))
  }, [name, shape])
}

/** j and k move focus through the `data-item` elements of the list, starting at the one that is open beside it, or at the one to be opened next. */
export function useListKeys<Element extends HTMLElement>(
  name: string,
  onMove?: (item: HTMLElement) => void,
): RefObject<Element | null> {
  const list = useRef<Element>(null)
  const moved = useRef(onMove)
  useLayoutEffect(() => {
    moved.current = onMove
  })
  const move = useCallback((step: 1 | -1) => {
    const items = [...(list.current?.querySelectorAll<HTMLElement>('[data-item]') ?? [])]
    const focused = items.findIndex((item) => item === document.activeElement)
    // From outside the list, continues at the open item.
    const here = focused === -1 ? items.findIndex((item) => item.ariaCurrent !== null) : focused
    const next = here === -1 ? items.find((item) => item.dataset['next']) : undefined
    const target = next ?? items[here + step] ?? items[Math.max(here, 0)]
    target?.focus()
    target?.scrollIntoView({ block: 'nearest' })
    if (target) moved.current?.(target)
  }, [])
  useShortcuts(name, [
    { keys: ['j', 'ArrowDown'], does: 'Next', run: () => move(1) },
    { keys: ['k', 'ArrowUp'], does: 'Previous', run: () => move(-1) },
  ])
  return list
}

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** The Mac's Command key counts as Ctrl. */
export const nameOf = ({ key, ctrlKey, metaKey, altKey }: Press): string =>
  `${ctrlKey || metaKey ? 'Ctrl+' : ''}${altKey ? 'Alt+' : ''}${key}`

/** The shortcut a key completes, and whether it starts a two-key shortcut. */
export function match(
  shortcuts: readonly Shortcut[],
  before: string | null,
  pressed: string,
): { shortcut?: Shortcut; begins: boolean } {
  const has = (text: string) => shortcuts.find(({ keys }) => keys.includes(text))
  const shortcut = (before !== null && has(`${before} ${pressed}`)) || has(pressed)
  const begins = shortcuts.some(({ keys }) => keys.some((text) => text.startsWith(`${pressed} `)))
  return shortcut ? { shortcut, begins: false } : { begins }
}

const pairMs = 1_200

export function useKeyboard(): void {
  useEffect(() => {
    // When it was pressed: a busy browser handles keys later.
    let before: { name: string; at: number } | null = null
    const onKey = (event: KeyboardEvent) => {
      if (
        event.defaultPrevented ||
        pressedKey(event) === '' ||
        document.querySelector('[role="dialog"], [role="menu"]')
      )
        return
      const pressed = nameOf(event)
      const typing = isField(event.target, event.key)
      const all = shortcutGroups.get().flatMap((group) => group.shortcuts)
      const usable = all.filter(
        ({ inFields, keys }) => (!typing || inFields) && (lettersOn.get() || !isLetter(keys[0])),
      )
      const fresh = before && event.timeStamp - before.at < pairMs ? before.name : null
      const { shortcut, begins } = match(usable, fresh, pressed)
      before = begins ? { name: pressed, at: event.timeStamp } : null
      if (!shortcut) return
      event.preventDefault()
      shortcut.run()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

const isLetter = (keys: string): boolean => /^.( .)?$/.test(keys)

/** Radio buttons use the arrow keys, check boxes the space bar; neither uses letters. Links and buttons use Enter. */
function isField(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.matches('a, button, summary')) return key === 'Enter'
  if (target.matches('input[type="radio"]')) return key.startsWith('Arrow')
  if (target.matches('input[type="checkbox"]')) return key === ' '
  return target.matches('input, textarea, select, [contenteditable]')
}
