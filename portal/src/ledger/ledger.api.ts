import type { Reply } from '@sauda/contract/call'
import { ledgerRules, type ledgerCalls } from '@sauda/contract/ledger'
import { useInfiniteQuery } from '@tanstack/react-query'
import { standard } from '../shell/api.ts'
import { useSession } from '../shell/session.ts'

export type Entry = Reply<typeof ledgerCalls.statement>['entries'][number]

export function useStatement() {
  const { token, userId } = useSession()
  return useInfiniteQuery({
    queryKey: ['ledger', userId],
    enabled: token !== null && userId !== null,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => statementPage(userId ?? '', pageParam, signal),
    getNextPageParam: nextOf,
  })
}

/** The pages of the statement that are older than the entry `before`, or all pages if it is empty. */
export async function* statementPages(userId: string, before: string, signal: AbortSignal): AsyncGenerator<Entry[]> {
  for (let next: string | undefined = before; next !== undefined;) {
    const page = await statementPage(userId, next, signal)
    yield page.entries
    next = nextOf(page)
  }
}

function statementPage(userId: string, before: string, signal: AbortSignal) {
  return standard.send<typeof ledgerCalls.statement>(
    'GET /user/statement/:userId',
    { params: { userId }, query: before === '' ? {} : { before } },
    { signal },
  )
}

function nextOf({ entries }: { entries: Entry[] }): string | undefined {
  return entries.length < ledgerRules.pageRows ? undefined : entries.at(-1)?.id
}
