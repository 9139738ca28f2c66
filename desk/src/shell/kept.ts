import { useState } from 'react'
import { session } from './session.ts'

// Kept while the tab lives, so that a lost session or a look at another page costs nothing typed. Never stored: it holds
// what only this operator should see.
const kept = new Map<string, unknown>()
session.subscribe(() => session.get().ending === 'left' && kept.clear())

/** After it was sent. */
export const forget = (name: string): boolean => kept.delete(name)

/** What somebody has typed and not sent yet, under a name of its own; another name starts anew with `empty`. */
export function useKept<Draft extends object>(name: string, empty: Draft) {
  const [draft, setDraft] = useState(() => (kept.get(name) as Draft | undefined) ?? empty)
  return {
    draft,
    change: (how: Partial<Draft> | ((before: Draft) => Partial<Draft>)) =>
      setDraft((before) => {
        const after = { ...before, ...(typeof how === 'function' ? how(before) : how) }
        kept.set(name, after)
        return after
      }),
  }
}
