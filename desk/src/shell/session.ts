import { createStore } from '@sauda/web/store'

export type Ending = 'left' | 'idle' | 'expired'

interface Session {
  /** Undefined until known; null if no operator is logged in. */
  operatorId: string | null | undefined
  ending: Ending | null
}

type Message = { begin: string } | { end: string; ending: Ending }

/**
 * Scripts cannot read or delete the cookie. Without this flag nothing is requested: a browser that never logged in gets no 401,
 * and a logout that did not reach the server still counts after a reload.
 */
const loggedInKey = 'desk.loggedIn'
const isLoggedOut = typeof localStorage === 'object' && localStorage.getItem(loggedInKey) === null

/** The session is a browser cookie, so all tabs start and end it together. */
export const session = createStore<Session>({ operatorId: isLoggedOut ? null : undefined, ending: null })

let shownOperator: string | undefined
const otherTabs = new BroadcastChannel('desk-session')
otherTabs.addEventListener('message', ({ data }: MessageEvent<Message>) => {
  if ('begin' in data) showOperator(data.begin)
  else showEnding(data.ending, data.end)
})

/** Reloads if another operator was shown, so that none of their data remains in the page. */
export function showOperator(operatorId: string): void {
  if (shownOperator !== undefined && shownOperator !== operatorId) return location.reload()
  shownOperator = operatorId
  session.set({ operatorId, ending: null })
}

export function beginSession(operatorId: string): void {
  localStorage.setItem(loggedInKey, '')
  otherTabs.postMessage({ begin: operatorId } satisfies Message)
  showOperator(operatorId)
}

/** Ends the session in all tabs; a late reply for a previous operator is ignored. */
export function endSession(ending: Ending, operatorId: string | null | undefined): void {
  if (session.get().operatorId !== operatorId) return
  localStorage.removeItem(loggedInKey)
  if (operatorId) {
    otherTabs.postMessage({ end: operatorId, ending } satisfies Message)
    showEnding(ending, operatorId)
  } else if (operatorId === undefined) {
    session.set({ operatorId: null, ending: null })
  }
}

function showEnding(ending: Ending, operatorId: string): void {
  if (session.get().operatorId === operatorId) session.set({ operatorId: null, ending })
}
