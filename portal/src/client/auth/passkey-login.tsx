import type { authCalls } from '@sauda/contract/client/auth'
import type { Reply } from '@sauda/contract/platform/call'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { ApiError } from '@sauda/web/api-error'
import { useBusy } from '@sauda/web/hooks'
import { canUsePasskeys, passkeyProblem } from '@sauda/web/passkey'
import { useState } from 'react'
import { loginWithPasskey } from './auth.api.ts'

interface PasskeyLoginProps {
  disabled: boolean
  onLoggedIn: (reply: Reply<typeof authCalls.passkeyLogin>, isMounted: () => boolean) => Promise<void>
  /** The login of the client is frozen. */
  onBlocked: () => void
}

/** Renders nothing if the browser has no passkeys. */
export function PasskeyLogin({ disabled, onLoggedIn, onBlocked }: PasskeyLoginProps) {
  const [busy, run] = useBusy()
  const [problem, setProblem] = useState('')
  if (!canUsePasskeys()) return null
  const logIn = () =>
    void run(async (isMounted) => {
      setProblem('')
      try {
        await onLoggedIn(await loginWithPasskey(), isMounted)
      } catch (error) {
        if (error instanceof ApiError && error.need === 'support') onBlocked()
        else setProblem(passkeyProblem(error))
      }
    })
  return (
    <>
      {problem && <AlertBanner tone="error">{problem}</AlertBanner>}
      <Button variant="secondary" full loading={busy} disabled={disabled} onClick={logIn}>
        Use a passkey
      </Button>
    </>
  )
}
