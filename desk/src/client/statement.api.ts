import type { Reply } from '@sauda/contract/call'
import { statementCalls } from '@sauda/contract/statement'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { callApi, callQuery, fetchFile, invalidate, sendIdempotent } from '../shell/api.ts'

/** Days; empty is open. */
export interface Range {
  from: string
  to: string
}
export type StatementRow = Reply<typeof statementCalls.ofClient>['events'][number]

const queryOf = ({ from, to }: Range) => ({ from: from || undefined, to: to || undefined })

export const useStatement = (clientId: string, range: Range) =>
  useInfiniteQuery({
    queryKey: ['client', clientId, 'statement', range],
    queryFn: ({ pageParam, signal }) =>
      callApi(
        statementCalls.ofClient,
        { params: { clientId }, query: { ...queryOf(range), before: pageParam } },
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ events, hasMore }) => (hasMore ? events.at(-1)?.journalId : undefined),
  })

export const useExplanation = (clientId: string, range: Range) =>
  useQuery(
    callQuery(['client', clientId, 'explanation', range], statementCalls.explanation, {
      params: { clientId },
      query: queryOf(range),
    }),
  )

export const loadExplanation = (clientId: string, range: Range) =>
  fetchFile(statementCalls.explanationPdf, { params: { clientId }, query: queryOf(range) })

export const useSendExplanation = (clientId: string, range: Range) =>
  useMutation({
    mutationFn: () => sendIdempotent(statementCalls.sendExplanation, { params: { clientId }, body: queryOf(range) }),
    onSettled: () => invalidate(['client', clientId]),
  })
