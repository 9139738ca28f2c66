import { useState } from 'react'
import { session } from './session.ts'

// In memory only, because drafts contain what other operators must not see. They survive an expired session.
const drafts = new Map<string, unknown>()
session.subscribe(() => session.get().ending === 'left' && drafts.clear())

export const discardDraft = (name: string): boolean => drafts.delete(name)

/** Unsent input of a form; a new name starts with `empty`. */
export function useDraft<Draft extends object>(name: string, empty: Draft) {
  const [draft, setDraft] = useState(() => (drafts.get(name) as Draft | undefined) ?? empty)
  return {
    draft,
    change: (edit: Partial<Draft> | ((before: Draft) => Partial<Draft>)) =>
      setDraft((before) => {
        const after = { ...before, ...(typeof edit === 'function' ? edit(before) : edit) }
        drafts.set(name, after)
        return after
      }),
  }
}
