import { useEffect, useRef } from 'react'
import { createStore } from '@sauda/web/store'

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
/** Can be switched off for speech input and unsteady hands (WCAG 2.1.4). */
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
    // Private mode: applies until the tab is reloaded.
  }
}

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
