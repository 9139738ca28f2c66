import type { LinkKind } from '@sauda/contract/money/line-booking'
import type { Direction } from '@sauda/contract/money/reconciliation'
import { normalizeReference } from '@sauda/contract/money/reference'
import type { LedgerAccount } from '@sauda/contract/core/ledger'
import { type Sql, type Tx, selectColumn, selectIds, selectValue } from '../../platform/db.ts'

/** The links of bank lines (table bank_link). Only link_bank_line and unlink_bank_line write it. */

/** Whether a bank line explains the payment `id`, alone or together with others. */
export const isExplained = (id: string) =>
  `exists (select from bank_link explaining
            where explaining.payment_id = ${id} and explaining.kind = 'payment' and explaining.unlinked_at is null)`

/** In SQL: the events of a link that returns the payment of a charge, with what each adds to the paid charges. */
export const chargeReturns = "(values ('charge.returned', -1), ('line.reversed', 1))"

export type NewLink = {
  readonly id: string
  readonly lineId: string
  readonly kind: LinkKind
  /** The deposit, withdrawal or charge that the line pays or that explains the booking. */
  readonly paymentId?: string | undefined
  /** The link whose money the line returns. */
  readonly returnsId?: string | undefined
  readonly clientId?: string | undefined
  /** Paise of the line; below zero for what a payment has beyond the line, 0 for a move and a note. */
  readonly amount: bigint
  /** 1 by the bank's reference, 2 by ours, 3 by another number in the narration, 4 by amount and date, 5 by an operator. */
  readonly how: number
  readonly reason?: string | undefined
  readonly requestedBy?: string | undefined
  readonly linkedBy?: string | undefined
}

/** Why a line cannot be linked this way. */
export type LinkFault = 'waiting' | 'explained' | 'payment' | 'returned' | 'reference'

export const insertLink = (tx: Tx, l: NewLink) =>
  selectValue<LinkFault | null>(tx, 'select link_bank_line($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)', [
    l.id,
    l.lineId,
    l.kind,
    l.paymentId,
    l.returnsId,
    l.clientId,
    l.amount,
    l.how,
    l.reason,
    l.requestedBy,
    l.linkedBy,
  ])

export const removeLink = (tx: Tx, l: { id: string; operatorId: string; reason: string }) =>
  selectValue<boolean>(tx, 'select unlink_bank_line($1, $2, $3)', [l.id, l.operatorId, l.reason])

export type LinkRow = {
  id: string
  kind: LinkKind
  payment_id: string | null
  client_id: string | null
  amount: bigint
  reason: string | null
  requested_by_name: string | null
  linked_by_name: string | null
  linked_at: Date
  unlinked_by_name: string | null
  unlinked_at: Date | null
  unlink_reason: string | null
}

/** Newest first. */
export const linksOfLine = (sql: Sql, lineId: string) =>
  sql.rows<LinkRow>(
    `select k.id, k.kind, k.payment_id, k.client_id, k.amount, k.reason, a.name as requested_by_name,
            b.name as linked_by_name, k.linked_at, r.name as unlinked_by_name, k.unlinked_at, k.unlink_reason
       from bank_link k
       left join operator a on a.id = k.requested_by
       left join operator b on b.id = k.linked_by
       left join operator r on r.id = k.unlinked_by
      where k.line_id = $1 order by k.linked_at desc, k.id desc limit 60`,
    [lineId],
  )

/** The active link that returned what `id`, a payment or a link, had moved. */
export const returnOf = (sql: Sql, id: string) =>
  sql.row(
    `select from bank_link
      where coalesce(returns_id, payment_id) = $1 and kind = 'returned' and unlinked_at is null`,
    [id],
  )

export type LinkEntry = {
  event: string
  accountId: string
  day: string
  debit: LedgerAccount
  credit: LedgerAccount
  amount: bigint
  settlementId: string | null
}

/** Each entry that a link made. */
export const entriesOfLink = (sql: Sql, id: string) =>
  sql.rows<LinkEntry>(
    `select e.event, e.bank_id as "accountId", to_char(e.value_date, 'YYYY-MM-DD') as day, e.debit, e.credit, e.amount,
            e.settlement_id as "settlementId"
       from entries_of(array[$1::uuid]) e
      where e.event not in ('line.reversed', 'bank.moved.reversed') order by e.id`,
    [id],
  )

/**
 * Paise of bank charges, interest, and of lines and missing payments closed with a note, that the operator booked in the last 24
 * hours without a second operator, and of these, settlements and levies reversed in that time.
 */
export const bookedAlone = (sql: Sql, operatorId: string) =>
  selectValue<bigint>(
    sql,
    `select coalesce(sum(x.amount), 0)::bigint as sum from (
       select l.amount from bank_link k join bank_line l on l.id = k.line_id
        where k.kind in ('charge', 'interest', 'note') and k.linked_at > now() - interval '24 hours'
            and k.linked_by = $1 and k.requested_by = $1
           or k.kind in ('charge', 'interest', 'settlement', 'levy', 'note') and k.unlinked_at > now() - interval '24 hours'
            and k.unlinked_by = $1
            and not exists (select from proposal a where a.kind = 'receipt.reverse' and a.status = 'approved'
                              and a.created_at < k.unlinked_at and a.decided_at >= k.unlinked_at and a.payload ->> 'lineId' = k.line_id::text)
       union all
       select p.amount from missing_line m join bank_payment p on p.id = m.payment_id
        where m.settled_at > now() - interval '24 hours' and m.settled_by = $1
          and not exists (select from proposal a where a.kind = 'receipt.close' and a.status = 'approved'
                            and a.payload ->> 'lineId' = m.id::text)) x`,
    [operatorId],
  )

/** The accounts from which others may pay for the client `id`, because a second operator confirmed them. */
export const confirmedAccounts = (id: string) =>
  `array(select confirmed.account from payer_account confirmed where confirmed.client_id = ${id})`

/** Paise of the bank line, or of the only one with the reference; undefined if there is none. */
export async function amountInBank(
  sql: Sql,
  { direction, reference }: { direction: Direction; reference: string },
  lineId?: string,
): Promise<bigint | undefined> {
  const amounts = await selectColumn<bigint>(
    sql,
    lineId === undefined
      ? 'select amount from bank_line where reference = $1 and direction = $2 limit 2'
      : 'select amount from bank_line where id = $1::uuid and direction = $2',
    [lineId ?? normalizeReference(reference), direction],
  )
  return amounts.length === 1 ? amounts[0] : undefined
}

/** In SQL: the link `k` approved or booked something for a client. */
export const isForClient = `k.kind in ('payment', 'client', 'returned') and k.unlinked_at is null`

/** Clients for whom something was approved or booked on a line that a later statement contradicts. */
export const contradictedClients = (sql: Sql, clientIds: readonly string[]) =>
  selectIds(
    sql,
    `select distinct p.client_id
       from statement_contradiction c
       join bank_link k on k.line_id = c.line_id and ${isForClient}
       join bank_payment p on p.id = k.payment_id
      where c.resolution is null and p.client_id = any ($1::uuid[])`,
    [clientIds],
  )
