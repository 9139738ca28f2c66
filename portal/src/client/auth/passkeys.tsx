import { authCalls } from '@sauda/contract/client/auth'
import { Passkeys, type PasskeyCalls } from '@sauda/web/passkeys'
import { standard } from '../../shell/api.ts'
import { useClientQuery } from '../../shell/query.tsx'
import { savedToast } from '../../shell/toast.ts'
import { useRefreshSecurity } from './security.api.ts'

const calls: PasskeyCalls = {
  start: (password) => standard.send(authCalls.passkeyStart, { body: { password } }),
  add: (body) => standard.send(authCalls.passkeyAdd, { body }),
  remove: (passkeyId, password) =>
    standard.send(authCalls.passkeyRemove, {
      params: { passkeyId },
      body: { password },
    }),
}

export function ClientPasskeys() {
  const { data } = useClientQuery(authCalls.passkeys)
  const refresh = useRefreshSecurity()
  const changed = (message: string) => {
    refresh()
    savedToast(message)
  }
  return <Passkeys passkeys={data} calls={calls} onChanged={changed} />
}
