import type { Reply } from '@sauda/contract/call'
import { ledgerRules, type ledgerCalls } from '@sauda/contract/ledger'
import { useInfiniteQuery } from '@tanstack/react-query'
import { standard } from '../shell/api.ts'
import { useSession } from '../shell/session.ts'

export type Entry = Reply<typeof ledgerCalls.statement>['entries'][number]

/** Every change of the client's figures, newest first, page by page. */
export function useStatement() {
  const { token, userId } = useSession()
  return useInfiniteQuery({
    queryKey: ['ledger', userId],
    enabled: token !== null && userId !== null,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      standard.send<typeof ledgerCalls.statement>(
        'GET /user/statement/:userId',
        { params: { userId: userId ?? '' }, query: pageParam === '' ? {} : { before: pageParam } },
        { quiet: true, signal },
      ),
    getNextPageParam: ({ entries }) => (entries.length < ledgerRules.pageRows ? undefined : entries.at(-1)?.id),
  })
}
