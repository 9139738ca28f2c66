import type { Reply } from '@sauda/contract/platform/call'
import { ledgerCalls } from '@sauda/contract/core/ledger'
import { statementCalls, type StatementEvent, type TrailSource } from '@sauda/contract/books/statement'
import { useQuery } from '@tanstack/react-query'
import { standard } from '../../shell/api.ts'
import { useClientPages, useClientQuery } from '../../shell/query.tsx'
import { useSession } from '../../shell/session.ts'
import type { DayRange } from './range.ts'

type Page = Reply<typeof statementCalls.events>

export const useStatement = (range: DayRange, search: string) =>
  useClientPages(statementCalls.events, { ...range, ...(search !== '' && { search }) }, nextOf)

const nextOf = ({ hasMore, events }: Page): string | undefined => (hasMore ? events.at(-1)?.journalId : undefined)

/** The newest entries with these words: title, reference, stock or amount. */
export const useStatementSearch = (search: string) =>
  useClientQuery(statementCalls.events, { query: { search } }, { enabled: search !== '' })

/** One event, from the list if it is loaded there; it never changes. */
export function useStatementEvent(journalId: string | undefined, loaded: readonly StatementEvent[]) {
  const { userId } = useSession()
  return useQuery({
    queryKey: ['ledger', 'event', journalId, userId],
    enabled: journalId !== undefined && userId !== null,
    staleTime: Infinity,
    initialData: () => loaded.find((event) => event.journalId === journalId),
    queryFn: ({ signal }) =>
      standard.send(statementCalls.event, { params: { userId: userId ?? '', journalId: journalId ?? '' } }, { signal }),
  })
}

export const useMoneyTrail = (journalId: string) => useClientQuery(statementCalls.trail, { params: { journalId } })

export const useTrailOf = (source: TrailSource) => useClientQuery(statementCalls.trailOf, { query: source })

export type Worth = Reply<typeof ledgerCalls.worth>

export const useWorth = () => useClientQuery(ledgerCalls.worth)
