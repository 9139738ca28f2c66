import type { Reply } from '@sauda/contract/call'
import type { ledgerCalls } from '@sauda/contract/ledger'
import type { Sql } from '../platform/db.ts'

/** In paise. */
type Figures = { cash: bigint; invested: bigint; loan: bigint; cashback: bigint; withheld: bigint }

const figures = 'cash, invested, loan, cashback, withheld'

export const findFigures = (sql: Sql, clientId: string) =>
  sql.row<Figures>(`select ${figures} from client_ledger where client_id = $1`, [clientId])

/** Also locks the client's row until the transaction ends. */
export const lockFigures = (sql: Sql, clientId: string) =>
  sql.row<Figures>(`select ${figures} from lock_figures($1)`, [clientId])

type NewJournal = {
  readonly event: string
  readonly clientId: string
  readonly causeId: string
  readonly reason?: string
  readonly postings: readonly { readonly from: string; readonly to: string; readonly paise: bigint }[]
}

export function callPostJournal(sql: Sql, id: string, { event, clientId, causeId, reason, postings }: NewJournal) {
  const [debits, credits] = [postings.map(({ from }) => from), postings.map(({ to }) => to)]
  const amounts = postings.map(({ paise }) => paise)
  const values = [id, event, clientId, causeId, reason ?? null, debits, credits, amounts]
  return sql.run('select post_journal($1, $2, $3, $4, $5, $6::text[], $7::text[], $8::bigint[])', values)
}

type Entry = Reply<typeof ledgerCalls.entries>['entries'][number]
type EntryRow = Omit<Entry, 'at' | 'amount' | 'reason'> & { at: Date; amount: bigint; reason: string | null }

export const selectEntries = (sql: Sql, clientId: string, before: string | null, limit: number) =>
  sql.rows<EntryRow>(
    `select e.id::text, e.journal_id as "journalId", j.at, j.event, j.cause_id as "causeId", e.debit, e.credit, e.amount, j.reason
       from entry e join journal j on j.id = e.journal_id
      where e.client_id = $1 and e.id < coalesce($2::bigint, 9223372036854775807)
      order by e.id desc limit $3`,
    [clientId, before, limit],
  )
