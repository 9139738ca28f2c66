import type { Reply } from '@sauda/contract/call'
import { mailCalls } from '@sauda/contract/mail'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../shell/api.ts'

export type MailLine = Reply<typeof mailCalls.log>[number]
export type BoxMail = Reply<typeof mailCalls.mailbox>[number]
export type MailStatus = MailLine['status']

const freshMs = 2_000

export const useMailLog = (status?: MailStatus) =>
  useQuery(callQuery(['mail', status ?? 'all'], mailCalls.log, { query: { status } }))

export const useMailbox = (to: string | undefined) =>
  useQuery({
    ...callQuery(['mailbox', to ?? ''], mailCalls.mailbox, { query: { to } }),
    refetchInterval: freshMs,
    placeholderData: (before) => before,
  })
