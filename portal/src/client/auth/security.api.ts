import type { authCalls } from '@sauda/contract/client/auth'
import type { CallInput } from '@sauda/contract/platform/call'
import type { contactCalls } from '@sauda/contract/client/contact'
import { useQueryClient } from '@tanstack/react-query'
import { standard } from '../../shell/api.ts'
import { useClientQuery } from '../../shell/query.tsx'

export function useTwoStep() {
  return useClientQuery<typeof authCalls.totpStatus>(['session', 'two-step'], 'GET /user/totp')
}

/** After a change in this tab; the server's notice does it in the others. */
export function useRefreshSecurity(): () => void {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: ['session'] })
}

export const changePassword = (body: CallInput<typeof authCalls.changePassword>['body']) =>
  standard.send<typeof authCalls.changePassword>('POST /user/change-password', { body })

export const startTwoStep = (password: string) =>
  standard.send<typeof authCalls.totpStart>('POST /user/totp/start', { body: { password } })

export const confirmTwoStep = (code: string) =>
  standard.send<typeof authCalls.totpConfirm>('POST /user/totp/confirm', { body: { code } })

export const removeTwoStep = (body: CallInput<typeof authCalls.totpRemove>['body']) =>
  standard.send<typeof authCalls.totpRemove>('POST /user/totp/remove', { body })

export const startContact = (body: CallInput<typeof contactCalls.start>['body']) =>
  standard.send<typeof contactCalls.start>('POST /user/contact/start', { body })

export const changeContact = (body: CallInput<typeof contactCalls.change>['body']) =>
  standard.send<typeof contactCalls.change>('POST /user/contact', { body })
