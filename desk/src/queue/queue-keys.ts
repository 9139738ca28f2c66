import type { RefObject } from 'react'
import { useNavigate } from 'react-router'
import type { Verdict } from '../shell/decision-form.tsx'
import { useShortcuts, type Shortcut } from '../shell/shortcut.ts'

/** What the opened item's screen is asked to begin with. */
export interface Intent {
  intent?: Verdict
}

/** a and r open the focused item with the decision begun: what an acceptance needs is typed there. */
export function useQueueKeys(list: RefObject<HTMLElement | null>, on: boolean): void {
  const navigate = useNavigate()
  const open = (intent: Intent['intent']) => {
    const item = document.activeElement
    const first = list.current?.querySelector('[data-item]')
    const link = item instanceof HTMLAnchorElement && list.current?.contains(item) ? item : first
    const to = link?.getAttribute('data-to')
    if (to) void navigate(to, { state: { intent } satisfies Intent })
  }
  const keys: readonly Shortcut[] = [
    { keys: ['a'], does: 'Accept', run: () => open('accept') },
    { keys: ['r'], does: 'Reject or request re-upload', run: () => open('refuse') },
  ]
  useShortcuts('Queue', on ? keys : [])
}
