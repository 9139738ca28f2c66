import type { Sql } from '../../platform/db.ts'

/** Which bank account of the broker a journal moves, and on which day. Without a day, or with a closed one: today. */
export type BankBooking = { readonly accountId: string; readonly valueDate?: string }

const select = `select broker_bank_id as "accountId", to_char(booked_on, 'YYYY-MM-DD') as "valueDate" from bank_line`

export const findBookingOfLine = (sql: Sql, lineId: string) => sql.row<BankBooking>(`${select} where id = $1`, [lineId])

type Named = { readonly reference: string; readonly direction: 'credit' | 'debit'; readonly paise: bigint }

/** Selects at most two; each value is an SQL expression. */
const named = ({ reference, direction, paise }: { [name in keyof Named]: string }) =>
  `${select} where reference = ${reference} and direction = ${direction} and amount = ${paise} limit 2`

export const bookingsOfReference = (sql: Sql, { reference, direction, paise }: Named) =>
  sql.rows<BankBooking>(named({ reference: '$1', direction: '$2', paise: '$3' }), [reference, direction, paise])

/** SQL of the bookings with a reference as one column, an array of `BankBooking`; null if there is none. */
export const bookingsColumn = (values: Parameters<typeof named>[0]): string =>
  `(select json_agg(b) from (${named(values)}) b)`

/** The newest booking of a bank line that reversed an approved request, in paise. */
export type ReversalRow = { on: string; bookedAt: string; paise: string; paidDues: string | null; reason: string }

/** As one column; null unless the bank returned the withdrawal or took the deposit back. */
export const reversalColumn = (request: string): string =>
  `(select json_build_object('on', l.booked_on, 'bookedAt', k.linked_at, 'paise', l.amount::text,
                             'paidDues', dues_paid(${request}.client_id, k.id)::text, 'reason', k.reason)
      from bank_link k join bank_line l on l.id = k.line_id
     where k.payment_id = ${request}.id and k.kind = 'returned' and k.unlinked_at is null
     order by k.linked_at desc limit 1)`

/**
 * When withdrawals may start again after a change of bank details or of the login's contact; null if they may now. `pause` is
 * a row of withdrawal_pause, `hours` the parameter with the length of a pause.
 */
export const pausedUntil = (pause: string, hours: string): string =>
  `case when ${pause}.since > statement_timestamp() - make_interval(hours => ${hours})
        then ${pause}.since + make_interval(hours => ${hours}) end`

export const withdrawalPause = (sql: Sql, clientId: string, coolOffHours: number) =>
  sql.row<{ until: Date; by_contact: boolean }>(
    `select * from (select ${pausedUntil('p', '$2')} as until, by_contact from withdrawal_pause p where client_id = $1) x
      where until is not null`,
    [clientId, coolOffHours],
  )
