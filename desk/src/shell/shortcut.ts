import { useEffect, useRef } from 'react'
import { createStore } from '@sauda/web/store'

export interface Shortcut {
  /** What to press: 'j', 'Ctrl+Enter', 'g q' (one after the other). Further ways to the same thing follow the first. */
  keys: readonly [string, ...string[]]
  /** What it does, for the list behind "?". */
  does: string
  run: () => void
  /** Works while typing in a field too. */
  inFields?: boolean
}

export interface ShortcutGroup {
  name: string
  shortcuts: readonly Shortcut[]
}

/** What the screens on show listen to; the newest group wins. */
export const shortcutGroups = createStore<readonly ShortcutGroup[]>([])

const offKey = 'desk.shortcuts'
/** Single letters can be switched off: speech input and unsteady hands press them by accident (WCAG 2.1.4). */
export const lettersOn = createStore(read() !== 'off')

function read(): string | null {
  try {
    return localStorage.getItem(offKey)
  } catch {
    return null
  }
}

export function switchLetters(on: boolean): void {
  lettersOn.set(on)
  try {
    if (on) localStorage.removeItem(offKey)
    else localStorage.setItem(offKey, 'off')
  } catch {
    // kept until the tab is reloaded
  }
}

/** Listens to these keys while the component is on screen. */
export function useShortcuts(name: string, shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })
  const shape = shortcuts.map(({ keys, does }) => `${keys.join()}=${does}`).join()
  useEffect(() => {
    if (shape === '') return undefined
    const group: ShortcutGroup = {
      name,
      shortcuts: latest.current.map((shortcut, index) => ({ ...shortcut, run: () => latest.current[index]?.run() })),
    }
    shortcutGroups.set([group, ...shortcutGroups.get()])
    return () => shortcutGroups.set(shortcutGroups.get().filter((each) => each !== group))
  }, [name, shape])
}
