import { approvalCalls } from '@sauda/contract/approval'
import type { CallInput, Right } from '@sauda/contract/call'
import { operatorCalls, rightsOf, type Role } from '@sauda/contract/operator'
import { useMutation, useQuery } from '@tanstack/react-query'
import { callApi, callQuery, fetchOnce, invalidate, queryClient, useCall } from '../shell/api.ts'
import { meKey } from '../shell/me.ts'
import { beginSession } from '../shell/session.ts'

const key = ['operator'] as const

export const useLogIn = () =>
  useMutation({
    mutationFn: (body: CallInput<typeof operatorCalls.login>['body']) => callApi(operatorCalls.login, { body }),
    onSuccess: (reply) => {
      // The cookie has the token; no script needs it.
      const me: Partial<typeof reply> = { ...reply }
      delete me.token
      queryClient.setQueryData(meKey, me)
      beginSession(reply._id)
    },
  })

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

export const useOperators = () => useQuery(callQuery(key, operatorCalls.operators, {}))

export const useAddOperator = () => useCall(operatorCalls.addOperator, key)

export const useChangeRole = () => useCall(operatorCalls.changeRole, key)

export const useAcceptInvitation = () => useCall(operatorCalls.acceptInvitation)

/** The rights of each role, which depend on the approval policy. */
export function useRightsOf(): (role: Role) => readonly Right[] {
  const { data } = useQuery(callQuery(['operator', 'approvals'], approvalCalls.state, {}))
  return (role) => rightsOf(role, data?.mode !== 'single')
}

export const useDisableOperator = () => useCall(operatorCalls.disableOperator, key)
