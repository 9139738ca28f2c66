import type { Reply } from '@sauda/contract/platform/call'
import type { ledgerCalls } from '@sauda/contract/core/ledger'
import type { statementCalls, StatementEvent } from '@sauda/contract/books/statement'
import { useQuery } from '@tanstack/react-query'
import { standard } from '../../shell/api.ts'
import { useClientPages, useClientQuery } from '../../shell/query.tsx'
import { useSession } from '../../shell/session.ts'
import type { DayRange } from './range.ts'

type Page = Reply<typeof statementCalls.events>

export const useStatement = (range: DayRange, search: string) =>
  useClientPages<typeof statementCalls.events>(
    ['ledger', 'statement', range.from ?? '', range.to ?? '', search],
    'GET /user/statement/:userId/events',
    { ...range, ...(search !== '' && { search }) },
    nextOf,
  )

const nextOf = ({ hasMore, events }: Page): string | undefined => (hasMore ? events.at(-1)?.journalId : undefined)

/** The newest entries with these words: title, reference, stock or amount. */
export function useStatementSearch(search: string) {
  const { userId } = useSession()
  return useQuery({
    queryKey: ['ledger', 'search', search, userId],
    enabled: search !== '' && userId !== null,
    queryFn: ({ signal }) =>
      standard.send<typeof statementCalls.events>(
        'GET /user/statement/:userId/events',
        { params: { userId: userId ?? '' }, query: { search } },
        { signal },
      ),
  })
}

/** One event, from the list if it is loaded there; it never changes. */
export function useStatementEvent(journalId: string | undefined, loaded: readonly StatementEvent[]) {
  const { userId } = useSession()
  return useQuery({
    queryKey: ['ledger', 'event', journalId, userId],
    enabled: journalId !== undefined && userId !== null,
    staleTime: Infinity,
    initialData: () => loaded.find((event) => event.journalId === journalId),
    queryFn: ({ signal }) =>
      standard.send<typeof statementCalls.event>(
        'GET /user/statement/:userId/events/:journalId',
        { params: { userId: userId ?? '', journalId: journalId ?? '' } },
        { signal },
      ),
  })
}

export type Worth = Reply<typeof ledgerCalls.worth>

export const useWorth = () => useClientQuery<typeof ledgerCalls.worth>(['ledger', 'worth'], 'GET /user/worth/:userId')
