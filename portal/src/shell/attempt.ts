import { errorMessage } from '@sauda/web/api-error'
import { useBusy } from '@sauda/web/hooks'
import { useState } from 'react'

/** One request at a time, and the message of a failed one until the next. `checkPlace`: as in `errorMessage`. */
export function useAttempt(checkPlace?: string) {
  const [error, setError] = useState('')
  const [busy, run] = useBusy()
  const attempt = (send: () => Promise<unknown>) =>
    void run(async () => {
      setError('')
      await send().catch((caught: unknown) => setError(errorMessage(caught, checkPlace)))
    })
  return { error, busy, attempt }
}
