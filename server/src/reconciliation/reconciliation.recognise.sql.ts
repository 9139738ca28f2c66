import type { Sql } from '../platform/db.ts'
import type { ReadLine } from './reconciliation.read.ts'

export type Booking = { at: number; identity: Buffer; occurrence: number; text: string; reference: string | null }

/** Imported lines of the account with the date, direction, amount and running balance of one of these; `at` counts from 1. */
export const sameBookings = (
  sql: Sql,
  bankAccountId: string,
  lines: readonly Pick<ReadLine, 'bookedOn' | 'direction' | 'amount' | 'balance'>[],
) =>
  sql.rows<Booking>(
    `select u.at::int, l.identity, l.occurrence, l.text, l.reference
       from unnest($2::date[], $3::text[], $4::bigint[], $5::bigint[]) with ordinality
         as u (booked_on, direction, amount, balance, at)
       join bank_line l on l.broker_bank_id = $1 and l.booked_on = u.booked_on and l.direction = u.direction
                       and l.amount = u.amount and l.balance = u.balance
      order by u.at, l.id`,
    [
      bankAccountId,
      lines.map(({ bookedOn }) => bookedOn),
      lines.map(({ direction }) => direction),
      lines.map(({ amount }) => amount),
      lines.map(({ balance }) => balance ?? null),
    ],
  )
