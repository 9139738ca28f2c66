import type { Sql, Tx } from '../platform/db.ts'

/** Balances that an operator read from a statement whose lines have none. */

const signed = `case l.direction when 'credit' then l.amount else -l.amount end`

export type Entered = { closing: bigint; opening: bigint; by: string; at: Date }

export const enteredBalance = (sql: Sql, accountId: string, day: string) =>
  sql.row<Entered>(
    `select b.closing, b.opening, o.name as by, b.entered_at as at
       from bank_balance b join operator o on o.id = b.entered_by
      where b.broker_bank_id = $1 and b.day = $2 order by b.id desc limit 1`,
    [accountId, day],
  )

/** What the lines after `after` up to `day` add to the balance. */
export async function sumOfLines(sql: Sql, accountId: string, after: string, day: string): Promise<bigint> {
  const row = await sql.row<{ sum: bigint }>(
    `select coalesce(sum(${signed}), 0)::bigint as sum from bank_line l
      where l.broker_bank_id = $1 and l.booked_on > $2::date and l.booked_on <= $3`,
    [accountId, after, day],
  )
  return row?.sum ?? 0n
}

/** Before the first imported line, if any, by the first balance that was entered; none if that line's day has running balances. */
export const enteredStart = (sql: Sql, accountId: string, firstOn: string) =>
  sql.row<{ value: bigint }>(
    `select (b.opening - (select coalesce(sum(${signed}), 0) from bank_line l
                           where l.broker_bank_id = $1 and l.booked_on < b.first_on))::bigint as value
       from bank_balance b
      where b.broker_bank_id = $1
        and (exists (select from bank_line l where l.broker_bank_id = $1 and l.booked_on = $2 and l.balance is null)
             or not exists (select from bank_line l where l.broker_bank_id = $1))
      order by b.first_on, b.id desc limit 1`,
    [accountId, firstOn],
  )

type NewBalance = {
  readonly id: string
  readonly accountId: string
  readonly firstOn: string
  readonly day: string
  readonly opening: bigint
  readonly closing: bigint
  readonly operatorId: string
}

export const insertBalance = (tx: Tx, b: NewBalance) =>
  tx.run(
    `insert into bank_balance (id, broker_bank_id, first_on, day, opening, closing, entered_by)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [b.id, b.accountId, b.firstOn, b.day, b.opening, b.closing, b.operatorId],
  )
