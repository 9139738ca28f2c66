import type { Reply } from '@sauda/contract/call'
import { ledgerRules, type ledgerCalls } from '@sauda/contract/ledger'
import { standard } from '../shell/api.ts'
import { useClientPages } from '../shell/query.tsx'

export type Entry = Reply<typeof ledgerCalls.statement>['entries'][number]

export const useStatement = () =>
  useClientPages<typeof ledgerCalls.statement>(['ledger'], 'GET /user/statement/:userId', {}, nextOf)

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
