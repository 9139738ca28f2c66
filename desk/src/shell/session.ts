import { createStore } from './store.ts'

/** Why the last session of this tab is over. */
export type Ending = 'left' | 'idle' | 'expired'

interface Session {
  token: string | null
  ending: Ending | null
}

const key = 'desk.token'

// sessionStorage, not localStorage: the portal shares our origin, and nothing that runs in its tabs can read this one's.
function stored(): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

function keep(token: string | null): void {
  try {
    if (token === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, token)
  } catch {
    // storage is closed to us: the session lasts until this tab is reloaded
  }
}

export const session = createStore<Session>({ token: stored(), ending: null })

export function beginSession(token: string): void {
  keep(token)
  session.set({ token, ending: null })
}

/** Forgets the token of this tab, if it is still this one: a late answer to an older token is no news. */
export function endSession(ending: Ending, ended: string | null): void {
  if (ended === null || session.get().token !== ended) return
  keep(null)
  session.set({ token: null, ending })
}
