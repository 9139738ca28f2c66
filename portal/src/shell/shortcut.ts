import { useEffect, useEffectEvent } from 'react'
import { createDeviceFlag } from './storage.ts'

/** Can be switched off for speech input and tremor (WCAG 2.1.4). */
export const shortcutsOff = createDeviceFlag('shortcuts', 'off')

/** Runs the action of a pressed key, outside fields. */
export function useShortcuts(actions: Readonly<Partial<Record<string, () => void>>>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, repeat, defaultPrevented, target } = event
    if (ctrlKey || metaKey || altKey || repeat || defaultPrevented || shortcutsOff.get()) return
    const isField = target instanceof HTMLElement && (target.isContentEditable || target.matches(fields))
    if (!isField) actions[key.toLowerCase()]?.()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

const fields = 'input, textarea, select, [role="combobox"], [role="listbox"] *'
