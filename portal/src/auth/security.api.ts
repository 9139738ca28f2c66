import type { authCalls } from '@sauda/contract/auth'
import type { CallInput } from '@sauda/contract/call'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { standard } from '../shell/api.ts'

const quiet = { quiet: true }

export function useTwoStep() {
  return useQuery({
    queryKey: ['session', 'two-step'],
    queryFn: ({ signal }) => standard.send<typeof authCalls.totpStatus>('GET /user/totp', {}, { ...quiet, signal }),
  })
}

/** After a change in this tab; the server's notice does it in the others. */
export function useRefreshSecurity(): () => void {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: ['session'] })
}

export const changePassword = (body: CallInput<typeof authCalls.changePassword>['body']) =>
  standard.send<typeof authCalls.changePassword>('POST /user/change-password', { body }, quiet)

export const startTwoStep = (password: string) =>
  standard.send<typeof authCalls.totpStart>('POST /user/totp/start', { body: { password } }, quiet)

export const confirmTwoStep = (code: string) =>
  standard.send<typeof authCalls.totpConfirm>('POST /user/totp/confirm', { body: { code } }, quiet)

export const removeTwoStep = (body: CallInput<typeof authCalls.totpRemove>['body']) =>
  standard.send<typeof authCalls.totpRemove>('POST /user/totp/remove', { body }, quiet)
