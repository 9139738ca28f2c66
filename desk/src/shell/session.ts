import { createStore } from '@sauda/web/store'

/** Why the last session of this browser is over. */
export type Ending = 'left' | 'idle' | 'expired'

interface Session {
  /** Undefined until the server has said who is logged in; null when nobody is. */
  operatorId: string | null | undefined
  ending: Ending | null
}

type Message = { begin: string } | { end: string; ending: Ending }

/** Scripts cannot delete the cookie: it must not log in again on a reload when the logout did not reach the server. */
const loggedOutKey = 'desk.loggedOut'
const isLoggedOut = typeof localStorage === 'object' && localStorage.getItem(loggedOutKey) !== null

/** The session itself is a cookie of the browser, so all tabs begin and end it together. */
export const session = createStore<Session>({ operatorId: isLoggedOut ? null : undefined, ending: null })

let shownOperator: string | undefined
const otherTabs = new BroadcastChannel('desk-session')
otherTabs.addEventListener('message', ({ data }: MessageEvent<Message>) => {
  if ('begin' in data) showOperator(data.begin)
  else showEnding(data.ending, data.end)
})

/** A page that has shown another operator loads again, so that nothing they typed or read is left in it. */
export function showOperator(operatorId: string): void {
  if (shownOperator !== undefined && shownOperator !== operatorId) return location.reload()
  shownOperator = operatorId
  session.set({ operatorId, ending: null })
}

/** After a login. */
export function beginSession(operatorId: string): void {
  localStorage.removeItem(loggedOutKey)
  otherTabs.postMessage({ begin: operatorId } satisfies Message)
  showOperator(operatorId)
}

/** Ends the session of `operatorId` in all tabs; a late reply to the operator before is ignored. */
export function endSession(ending: Ending, operatorId: string | null | undefined): void {
  if (session.get().operatorId !== operatorId) return
  if (operatorId) {
    if (ending !== 'expired') localStorage.setItem(loggedOutKey, ending)
    otherTabs.postMessage({ end: operatorId, ending } satisfies Message)
    showEnding(ending, operatorId)
  } else if (operatorId === undefined) {
    session.set({ operatorId: null, ending: null })
  }
}

function showEnding(ending: Ending, operatorId: string): void {
  if (session.get().operatorId === operatorId) session.set({ operatorId: null, ending })
}
