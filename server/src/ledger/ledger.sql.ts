import type { Reply } from '@sauda/contract/call'
import type { ledgerCalls } from '@sauda/contract/ledger'
import type { Sql } from '../platform/db.ts'
import type { BankBooking } from './bank-account.sql.ts'

/** In paise. */
type Figures = { cash: bigint; invested: bigint; loan: bigint; cashback: bigint; withheld: bigint }

const figures = 'cash, invested, loan, cashback, withheld'

export const findFigures = (sql: Sql, clientId: string) =>
  sql.row<Figures>(`select ${figures} from client_ledger where client_id = $1`, [clientId])

/** Also locks the client's row until the transaction ends. */
export const lockFigures = (sql: Sql, clientId: string) =>
  sql.row<Figures>(`select ${figures} from lock_figures($1)`, [clientId])

type NewJournal = HouseJournal & { readonly clientId: string }
type HouseJournal = {
  readonly event: string
  readonly causeId: string
  readonly reason?: string
  readonly bank?: BankBooking | undefined
  readonly postings: readonly { readonly from: string; readonly to: string; readonly paise: bigint }[]
}

export function callPostJournal(sql: Sql, id: string, { clientId, ...journal }: NewJournal) {
  const [event, ...values] = valuesOf(journal)
  return sql.run('select book_journal($1, $2, $3, $4, $5, $6::text[], $7::text[], $8::bigint[], $9, $10)', [
    id,
    event,
    clientId,
    ...values,
  ])
}

export type Opening = {
  readonly event: 'opening.balance' | 'opening.position'
  readonly clientId: string
  readonly causeId: string
  readonly reason: string
  readonly to: 'cash' | 'invested'
  readonly paise: bigint
}

/** A journal each, in one statement. */
export const callPostOpenings = (sql: Sql, openings: readonly (Opening & { readonly id: string })[]) =>
  sql.run(
    `select book_journal(u.id, u.event, u.client_id, u.cause_id, u.reason, array['opening'], array[u.account],
                         array[u.paise], null, null)
       from unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::bigint[])
         as u (id, event, client_id, cause_id, reason, account, paise)`,
    [
      openings.map(({ id }) => id),
      openings.map(({ event }) => event),
      openings.map(({ clientId }) => clientId),
      openings.map(({ causeId }) => causeId),
      openings.map(({ reason }) => reason),
      openings.map(({ to }) => to),
      openings.map(({ paise }) => paise),
    ],
  )

export const callPostHouseJournal = (sql: Sql, id: string, journal: HouseJournal) =>
  sql.run('select post_house_journal($1, $2, $3, $4, $5::text[], $6::text[], $7::bigint[], $8, $9)', [
    id,
    ...valuesOf(journal),
  ])

const valuesOf = ({ event, causeId, reason, bank, postings }: HouseJournal) => [
  event,
  causeId,
  reason ?? null,
  postings.map(({ from }) => from),
  postings.map(({ to }) => to),
  postings.map(({ paise }) => paise),
  bank?.accountId,
  bank?.valueDate,
]

type Flows = { added: bigint; takenOut: bigint; borrowed: bigint }

/**
 * One statement, so that figures and sums are of the same moment. The indexes entry_outside and entry_opening have exactly
 * these entries; what a client had when imported counts as added.
 */
export const findWorth = (sql: Sql, clientId: string) =>
  sql.row<Figures & Flows>(
    `select ${figures}, f.added + o.brought as added, f.taken_out as "takenOut", f.borrowed
       from client_ledger l
      cross join lateral (
        select coalesce(sum(case when debit = 'bank' and credit = 'cash' then amount
                                 when debit = 'cash' and credit = 'bank' then -amount end), 0)::bigint as added,
               coalesce(sum(case when debit = 'withheld' and credit = 'bank' then amount
                                 when debit = 'bank' and credit = 'withheld' then -amount end), 0)::bigint as taken_out,
               coalesce(sum(case when debit = 'loans_receivable' then amount
                                 when credit = 'loans_receivable' then -amount end), 0)::bigint as borrowed
          from entry
         where client_id = $1
           and (debit in ('bank', 'loans_receivable') or credit in ('bank', 'loans_receivable'))
      ) f
      cross join lateral (
        select coalesce(sum(case when debit = 'opening' then amount else -amount end), 0)::bigint as brought
          from entry where client_id = $1 and (debit = 'opening' or credit = 'opening')
      ) o
      where l.client_id = $1`,
    [clientId],
  )

type Entry = Reply<typeof ledgerCalls.entries>['entries'][number]
type EntryRow = Omit<Entry, 'at' | 'amount' | 'reason'> & { at: Date; amount: bigint; reason: string | null }

export const selectEntries = (sql: Sql, clientId: string, before: string | null, limit: number) =>
  sql.rows<EntryRow>(
    `select e.id::text, e.journal_id as "journalId", j.at, j.event, j.cause_id as "causeId", e.debit, e.credit, e.amount, j.reason
       from entry e cross join lateral (
              -- One look-up by the journal's id, however long the client's history is.
              select * from journal where id = e.journal_id and client_id = $1 offset 0) j
      where e.client_id = $1 and e.id < coalesce($2::bigint, 9223372036854775807)
      order by e.id desc limit $3`,
    [clientId, before, limit],
  )
