import type { BankOpening } from '@sauda/contract/banking/broker-bank'
import { selectViews, type Sql, type Tx } from '../../platform/db.ts'

export type Opening = Omit<BankOpening, 'amount' | 'statement'> & { id: string; accountId: string; amount: bigint }

/** Opening balances of all accounts, or of one, without those that were reversed. */
export const selectOpenings = (sql: Sql, accountId?: string) =>
  selectViews<Opening>(
    sql,
    `select p.id, p.broker_bank_id as "accountId", to_char(p.day, 'YYYY-MM-DD') as day, p.amount,
            r.name as "requestedBy", b.name as "bookedBy", p.booked_at as "bookedAt"
       from bank_opening p join operator r on r.id = p.requested_by join operator b on b.id = p.booked_by
      where p.reversed_at is null and ($1::uuid is null or p.broker_bank_id = $1)`,
    [accountId ?? null],
  )

type NewOpening = Pick<Opening, 'id' | 'accountId' | 'day' | 'amount'> & {
  readonly requestedById: string
  readonly bookedById: string
}

export const insertOpening = (tx: Tx, o: NewOpening) =>
  tx.run(
    `insert into bank_opening (id, broker_bank_id, day, amount, requested_by, booked_by) values ($1, $2, $3, $4, $5, $6)`,
    [o.id, o.accountId, o.day, o.amount, o.requestedById, o.bookedById],
  )

export const markReversed = (tx: Tx, id: string, operatorId: string, reason: string) =>
  tx.run('update bank_opening set reversed_by = $2, reversed_at = now(), reversal_reason = $3 where id = $1', [
    id,
    operatorId,
    reason,
  ])

/** Imports for the account that are under way are waited for, and later ones wait. */
export const lockForImports = (tx: Tx, accountId: string) =>
  tx.row('select from broker_bank where id = $1 for update', [accountId])

/** The days of the first line of the bank, and of the first entry of either side but opening balances. */
export const firstDays = (sql: Sql, accountId: string) =>
  sql.row<{ line: string | null; entry: string | null }>(
    `select to_char(l.day, 'YYYY-MM-DD') as line, to_char(least(l.day, j.value_date), 'YYYY-MM-DD') as entry
       from (select min(booked_on) as day from bank_line where broker_bank_id = $1) l
       left join lateral (select value_date from journal
              where bank_id = $1 and event not in ('opening.bank', 'opening.bank.reversed') order by value_date limit 1) j on true`,
    [accountId],
  )
