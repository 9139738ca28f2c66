import { authCalls } from '@sauda/contract/client/auth'
import type { CallInput } from '@sauda/contract/platform/call'
import { contactCalls } from '@sauda/contract/client/contact'
import { standard } from '../../shell/api.ts'
import { useClientQuery, useRefetch } from '../../shell/query.tsx'

export function useTwoStep() {
  return useClientQuery(authCalls.totpStatus)
}

/** After a change in this tab; the server's notice does it in the others. */
export function useRefreshSecurity(): () => void {
  const refetch = useRefetch()
  return () => void refetch('session')
}

export const changePassword = (body: CallInput<typeof authCalls.changePassword>['body']) =>
  standard.send(authCalls.changePassword, { body })

export const startTwoStep = (password: string) => standard.send(authCalls.totpStart, { body: { password } })

export const confirmTwoStep = (code: string) => standard.send(authCalls.totpConfirm, { body: { code } })

export const removeTwoStep = (body: CallInput<typeof authCalls.totpRemove>['body']) =>
  standard.send(authCalls.totpRemove, { body })

export const startContact = (body: CallInput<typeof contactCalls.start>['body']) =>
  standard.send(contactCalls.start, { body })

export const changeContact = (body: CallInput<typeof contactCalls.change>['body']) =>
  standard.send(contactCalls.change, { body })
