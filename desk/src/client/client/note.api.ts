import { mailCalls } from '@sauda/contract/core/mail'
import { noteCalls } from '@sauda/contract/client/note'
import { type TimelineKindName, timelineCalls } from '@sauda/contract/client/timeline'
import { useCall, usePages } from '../../shell/api.ts'

export const useTimeline = (clientId: string, kind: TimelineKindName | undefined) =>
  usePages(
    timelineCalls.timeline,
    { params: { clientId }, query: { kind } },
    { by: 'before', nextOf: ({ next }) => next },
  )

export const useClientMail = (clientId: string, mailId: string) =>
  useCall(mailCalls.ofClient, { params: { clientId, mailId } })

export const useWarnings = (clientId: string) => useCall(noteCalls.warnings, { params: { clientId } })
