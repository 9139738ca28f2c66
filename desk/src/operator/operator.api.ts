import type { CallInput, Reply } from '@sauda/contract/call'
import { digestCalls } from '@sauda/contract/digest'
import { operatorCalls } from '@sauda/contract/operator'
import { signWithPasskey } from '@sauda/web/passkey'
import type { PasskeyCalls } from '@sauda/web/passkeys'
import { sessionCalls } from '@sauda/contract/session'
import { useMutation, useQuery } from '@tanstack/react-query'
import { callApi, callQuery, fetchOnce, invalidate, queryClient, useCall } from '../shell/api.ts'
import { meKey } from '../shell/me.ts'
import { beginSession } from '../shell/session.ts'

const key = ['operator'] as const

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
  queryClient.setQueryData(meKey, me)
  beginSession(reply._id)
}

export const usePasskeys = () => useQuery(callQuery([...key, 'passkeys'], operatorCalls.passkeys, {}))

export const passkeyCalls: PasskeyCalls = {
  start: (password) => callApi(operatorCalls.passkeyStart, { body: { password } }),
  add: (body) => callApi(operatorCalls.passkeyAdd, { body }),
  remove: (passkeyId, password) => callApi(operatorCalls.passkeyRemove, { params: { passkeyId }, body: { password } }),
}

export const passkeysChanged = () => invalidate([...key, 'passkeys'], meKey)

export const useChangePassword = () =>
  useMutation({
    mutationFn: (body: CallInput<typeof operatorCalls.changePassword>['body']) =>
      callApi(operatorCalls.changePassword, { body }),
    onSuccess: () => invalidate(meKey),
  })

/** Created once for the screen that shows it: another secret would replace it. */
export const useTotpSecret = () =>
  useQuery({
    queryKey: ['totp-secret'],
    queryFn: () => callApi(operatorCalls.totpStart, {}),
    ...fetchOnce,
  })

export const useTotpConfirm = () => useCall(operatorCalls.totpConfirm)

export const useOwnSessions = () => useQuery(callQuery([...key, 'sessions'], sessionCalls.operatorList, {}))

export const sessionChanges = {
  end: (sessionId: string) => callApi(sessionCalls.operatorEnd, { params: { sessionId } }),
  endOthers: () => callApi(sessionCalls.operatorEndOthers, {}),
  onSettled: () => invalidate([...key, 'sessions']),
}

const digestKey = [...key, 'digest'] as const

export const useDigest = () => useQuery(callQuery(digestKey, digestCalls.read, {}))

export const useSaveDigest = () => useCall(digestCalls.save, digestKey)

export const useOperators = () => useQuery(callQuery(key, operatorCalls.operators, {}))

export const useAddOperator = () => useCall(operatorCalls.addOperator, key)

export const useChangeRole = () => useCall(operatorCalls.changeRole, key)

export const useAcceptInvitation = () => useCall(operatorCalls.acceptInvitation)

/** The rights of each role, which depend on the approval policy and on changes at the desk. */
export const useRoles = () => useOperators().data?.roles ?? []

export const useChangeRights = () => useCall(operatorCalls.changeRights, key)

export const useAddRole = () => useCall(operatorCalls.addRole, key)

export const useRenameRole = () => useCall(operatorCalls.renameRole, key)

export const useRetireRole = () => useCall(operatorCalls.retireRole, key)

export const useResetOperator = () => useCall(operatorCalls.resetOperator, key)

export const useDisableOperator = () => useCall(operatorCalls.disableOperator, key)
