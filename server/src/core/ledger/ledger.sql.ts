import type { Reply } from '@sauda/contract/platform/call'
import type { ledgerCalls } from '@sauda/contract/core/ledger'
import { allFigures, type ClientFigure } from '@sauda/contract/core/ledger-name'
import { type Sql, listsOf } from '../../platform/db.ts'
import type { BankBooking } from './bank-account.sql.ts'

/** In paise. */
export type Figures = Readonly<Record<ClientFigure, bigint>>

const figures = allFigures.join(', ')

export const findFigures = (sql: Sql, clientId: string) =>
  sql.row<Figures>(`select ${figures} from client_ledger where client_id = $1`, [clientId])

/** Also locks the client's row until the transaction ends. */
export const lockFigures = (sql: Sql, clientId: string) =>
  sql.row<Figures>(`select ${figures} from lock_figures($1)`, [clientId])

/** The figures of several clients, who are locked in this order until the transaction ends; clients that do not exist are left out. */
export const allLockedFigures = (sql: Sql, clientIds: readonly string[]) =>
  sql.rows<Figures & { clientId: string }>(
    `select f.client_id as "clientId", ${figures} from unnest($1::uuid[]) u (id) cross join lateral lock_figures(u.id) f`,
    [clientIds],
  )

type NewJournal = HouseJournal & { readonly clientId: string }
type HouseJournal = {
  readonly event: string
  readonly causeId: string
  readonly reason?: string
  readonly bank?: BankBooking | undefined
  readonly postings: readonly {
    readonly from: string
    readonly to: string
    readonly paise: bigint
    readonly settlementId?: string
  }[]
}

export function callPostJournal(sql: Sql, id: string, { clientId, ...journal }: NewJournal) {
  const [event, ...values] = valuesOf(journal)
  return sql.run(
    'select book_journal($1, $2, $3, $4, $5, $6::text[], $7::text[], $8::bigint[], $9, $10, $11::text[])',
    [id, event, clientId, ...values],
  )
}

/** Journals of several clients in one statement. */
export const callPostJournals = (sql: Sql, journals: readonly (NewJournal & { readonly id: string })[]) =>
  sql.run(
    `select book_journal(n.id, n.event, n.client, n.cause, n.reason, n.debits, n.credits, n.amounts, null, null, n.settlements)
       from jsonb_to_recordset($1::jsonb) as n (id uuid, event text, client uuid, cause uuid, reason text, debits text[], credits text[],
            amounts bigint[], settlements text[])`,
    [
      JSON.stringify(
        journals.map(({ id, event, clientId, causeId, reason, postings }) => ({
          id,
          event,
          client: clientId,
          cause: causeId,
          reason,
          debits: postings.map(({ from }) => from),
          credits: postings.map(({ to }) => to),
          amounts: postings.map(({ paise }) => String(paise)),
          settlements: postings.map(({ settlementId }) => settlementId ?? null),
        })),
      ),
    ],
  )

export type Opening = {
  readonly event: 'opening.balance' | 'opening.position'
  readonly clientId: string
  readonly causeId: string
  readonly reason: string
  readonly to: 'cash' | 'invested'
  readonly paise: bigint
}

/** A journal each, in one statement. What positions cost is also in `securities`. */
export const callPostOpenings = (sql: Sql, openings: readonly (Opening & { readonly id: string })[]) =>
  sql.run(
    `select book_journal(u.id, u.event, u.client_id, u.cause_id, u.reason,
                         case u.account when 'invested' then array['opening', 'securities'] else array['opening'] end,
                         case u.account when 'invested' then array['invested', 'opening'] else array[u.account] end,
                         case u.account when 'invested' then array[u.paise, u.paise] else array[u.paise] end, null, null)
       from unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::bigint[])
         as u (id, event, client_id, cause_id, reason, account, paise)`,
    listsOf(openings, 'id', 'event', 'clientId', 'causeId', 'reason', 'to', 'paise'),
  )

export const callPostHouseJournal = (sql: Sql, id: string, journal: HouseJournal) =>
  sql.run('select post_house_journal($1, $2, $3, $4, $5::text[], $6::text[], $7::bigint[], $8, $9, $10::text[])', [
    id,
    ...valuesOf(journal),
  ])

const valuesOf = ({ event, causeId, reason, bank, postings }: HouseJournal) => [
  event,
  causeId,
  reason ?? null,
  ...listsOf(postings, 'from', 'to', 'paise'),
  bank?.accountId,
  bank?.valueDate,
  postings.some(({ settlementId }) => settlementId !== undefined)
    ? postings.map(({ settlementId }) => settlementId ?? null)
    : null,
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
          from entry where client_id = $1 and (debit = 'opening' or credit = 'opening') and 'securities' not in (debit, credit)
      ) o
      where l.client_id = $1`,
    [clientId],
  )

type Entry = Reply<typeof ledgerCalls.entries>['entries'][number]
export type EntryRow = Omit<Entry, 'at' | 'amount' | 'reason'> & { at: Date; amount: bigint; reason: string | null }

export const selectAccountEntries = (sql: Sql, account: string, before: string | null, limit: number) =>
  sql.rows<EntryRow & { clientId: string | null; clientName: string | null }>(
    `select e.id::text, e.journal_id as "journalId", j.at, j.event, j.cause_id as "causeId", e.debit, e.credit, e.amount, j.reason,
            c.id as "clientId", c.name as "clientName"
       from (select * from entry where (debit::text = $1 or credit::text = $1) and id < coalesce($2::bigint, 9223372036854775807)
              order by id desc limit $3) e
       join journal j on j.id = e.journal_id and j.client_id = e.client_id
       left join client c on c.id = e.client_id
      order by e.id desc`,
    [account, before, limit],
  )

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
