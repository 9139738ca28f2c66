import { useEffect } from 'react'
import { lettersOn, shortcutGroups, type Shortcut } from './shortcut.ts'

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
    let before: { name: string; at: number } | null = null
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || document.querySelector('[role="dialog"], [role="menu"]'))
        return
      const pressed = nameOf(event)
      const typing = isField(event.target, event.key)
      const all = shortcutGroups.get().flatMap((group) => group.shortcuts)
      const usable = all.filter(
        ({ inFields, keys }) => (!typing || inFields) && (lettersOn.get() || !isLetter(keys[0])),
      )
      const fresh = before && Date.now() - before.at < pairMs ? before.name : null
      const { shortcut, begins } = match(usable, fresh, pressed)
      before = begins ? { name: pressed, at: Date.now() } : null
      if (!shortcut) return
      event.preventDefault()
      shortcut.run()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

const isLetter = (keys: string): boolean => /^.( .)?$/.test(keys)

/** Radio buttons use the arrow keys, but not letters. */
function isField(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.matches('input[type="radio"]')) return key.startsWith('Arrow')
  return target.matches('input, textarea, select, [contenteditable]')
}
