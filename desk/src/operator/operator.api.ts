import { operatorCalls } from '@sauda/contract/operator'
import type { CallInput } from '@sauda/contract/call'
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

export const useDisableOperator = () => useCall(operatorCalls.disableOperator, key)
