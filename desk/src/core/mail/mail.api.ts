import type { Reply } from '@sauda/contract/platform/call'
import { mailCalls } from '@sauda/contract/core/mail'
import { useQuery } from '@tanstack/react-query'
import { callQuery, useCall } from '../../shell/api.ts'

export type MailLine = Reply<typeof mailCalls.log>[number]
export type BoxMail = Reply<typeof mailCalls.mailbox>[number]
export type MailStatus = MailLine['status']

const freshMs = 2_000

export const useMailLog = (status?: MailStatus) => useCall(mailCalls.log, { query: { status } })

export const useMailbox = (to: string | undefined) =>
  useQuery({
    ...callQuery(mailCalls.mailbox, { query: { to } }),
    refetchInterval: freshMs,
    placeholderData: (before) => before,
  })
