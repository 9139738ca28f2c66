import type { Reply } from '@sauda/contract/call'
import { mailCalls } from '@sauda/contract/mail'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../shell/api.ts'

export type MailLine = Reply<typeof mailCalls.log>[number]
export type BoxMail = Reply<typeof mailCalls.mailbox>[number]
export type MailStatus = MailLine['status']

const freshMs = 2_000

export function useMailLog(status?: MailStatus) {
  return useQuery({
    queryKey: ['mail', status ?? 'all'],
    queryFn: ({ signal }) => callApi(mailCalls.log, { query: { status } }, signal),
  })
}

export function useMailbox(to: string | undefined) {
  return useQuery({
    queryKey: ['mailbox', to ?? ''],
    queryFn: ({ signal }) => callApi(mailCalls.mailbox, { query: { to } }, signal),
    refetchInterval: freshMs,
    placeholderData: (before) => before,
  })
}
