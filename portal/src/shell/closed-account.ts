import { forgetReturnPath } from './return-to.ts'
import { clearSession, currentSession } from './session.ts'
import { appToast } from './toast.ts'

/** Leaves the account area once the account is closed; called again, it does nothing. */
export function leaveClosedAccount(): void {
  const { isLoggedIn, view } = currentSession()
  if (!isLoggedIn || view) return
  forgetReturnPath()
  clearSession()
  appToast.success('Your account is closed. We send you the final statement by email.')
}
