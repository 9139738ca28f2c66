import type { CallInput, Reply } from '@sauda/contract/platform/call'
import { operatorCalls } from '@sauda/contract/broker/operator'
import { signWithPasskey } from '@sauda/web/passkey'
import type { PasskeyCalls } from '@sauda/web/passkeys'
import { sessionCalls } from '@sauda/contract/core/session'
import { useMutation, useQuery } from '@tanstack/react-query'
import { callApi, fetchOnce, queryClient, refreshAll, useCall, useRequest } from '../../shell/api.ts'
import { meKey } from '../../shell/me.ts'
import { beginSession } from '../../shell/session.ts'

export const useLogIn = () =>
  useMutation({
    mutationFn: (body: CallInput<typeof operatorCalls.login>['body']) => callApi(operatorCalls.login, { body }),
    onSuccess: enter,
  })

export const usePasskeyLogin = () =>
  useMutation({
    mutationFn: async () => {
      const response = await signWithPasskey(await callApi(operatorCalls.passkeyLoginStart, {}))
      return callApi(operatorCalls.passkeyLogin, { body: { response } })
    },
    onSuccess: enter,
  })

function enter(reply: Reply<typeof operatorCalls.login>): void {
  // The cookie has the token; no script needs it.
  const me: Partial<typeof reply> = { ...reply }
  delete me.token
  queryClient.setQueryData(meKey, me as Reply<typeof operatorCalls.me>)
  beginSession(reply._id)
}

export const usePasskeys = () => useCall(operatorCalls.passkeys, {})

export const passkeyCalls: PasskeyCalls = {
  start: (password) => callApi(operatorCalls.passkeyStart, { body: { password } }),
  add: (body) => callApi(operatorCalls.passkeyAdd, { body }),
  remove: (passkeyId, password) => callApi(operatorCalls.passkeyRemove, { params: { passkeyId }, body: { password } }),
}

export const useChangePassword = () =>
  useMutation({
    mutationFn: (body: CallInput<typeof operatorCalls.changePassword>['body']) =>
      callApi(operatorCalls.changePassword, { body }),
    onSuccess: refreshAll,
  })

/** Created once for the screen that shows it: another secret would replace it. */
export const useTotpSecret = () =>
  useQuery({
    queryKey: ['totp-secret'],
    queryFn: () => callApi(operatorCalls.totpStart, {}),
    ...fetchOnce,
  })

/** Refetches nothing, because the new status would remove the recovery codes from the screen. */
export const useTotpConfirm = () => useRequest(operatorCalls.totpConfirm)

export const sessionChanges = {
  end: (sessionId: string) => callApi(sessionCalls.operatorEnd, { params: { sessionId } }),
  endOthers: () => callApi(sessionCalls.operatorEndOthers, {}),
  onSettled: refreshAll,
}

export const useOperators = () => useCall(operatorCalls.operators, {})

/** The rights of each role, which depend on the approval policy and on changes at the desk. */
export const useRoles = () => useOperators().data?.roles ?? []
