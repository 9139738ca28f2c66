import type { authCalls } from '@sauda/contract/client/auth'
import { Passkeys, type PasskeyCalls } from '@sauda/web/passkeys'
import { standard } from '../../shell/api.ts'
import { useClientQuery } from '../../shell/query.tsx'
import { savedToast } from '../../shell/toast.ts'
import { useRefreshSecurity } from './security.api.ts'

const calls: PasskeyCalls = {
  start: (password) =>
    standard.send<typeof authCalls.passkeyStart>('POST /user/passkeys/start', { body: { password } }),
  add: (body) => standard.send<typeof authCalls.passkeyAdd>('POST /user/passkeys', { body }),
  remove: (passkeyId, password) =>
    standard.send<typeof authCalls.passkeyRemove>('POST /user/passkeys/:passkeyId/remove', {
      params: { passkeyId },
      body: { password },
    }),
}

export function ClientPasskeys() {
  const { data } = useClientQuery<typeof authCalls.passkeys>(['session', 'passkeys'], 'GET /user/passkeys')
  const refresh = useRefreshSecurity()
  const changed = (message: string) => {
    refresh()
    savedToast(message)
  }
  return <Passkeys passkeys={data} calls={calls} onChanged={changed} />
}
