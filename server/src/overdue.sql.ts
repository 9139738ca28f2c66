import { isExplained } from './core/ledger/bank-link.sql.ts'
import type { Sql } from './platform/db.ts'

const ageOf = (time: string) => `extract(epoch from now() - ${time})::float8`

export type OverdueFigures = {
  /** Ages are in seconds, and null where there is nothing. */
  readonly books_new: number | null
  readonly books_all: number | null
  readonly oldest_exception: number | null
  readonly key: number | null
  readonly failed_clients: bigint
  readonly failed_operators: bigint
}

/** `keyId`: of the newest secret key. */
export const overdueFigures = (sql: Sql, keyId: string) =>
  sql.row<OverdueFigures>(
    `with failed as (select action from audit
                      where at > now() - interval '15 minutes' and action in ('auth.login.refused', 'operator.login.refused'))
     select (select ${ageOf('at')} from books_point) as books_new,
            (select ${ageOf('full_at')} from books_point) as books_all,
            greatest((select ${ageOf('min(s.imported_at)')} from bank_line l join bank_statement s on s.id = l.statement_id
                       where l.unexplained > 0 and not l.is_closed),
                     (select ${ageOf('min(m.found_at)')} from missing_line m
                       where m.settled_at is null and not ${isExplained('m.payment_id')})) as oldest_exception,
            (select ${ageOf('since')} from secret_key_use where key_id = $1) as key,
            (select count(*) from failed where action = 'auth.login.refused') as failed_clients,
            (select count(*) from failed where action = 'operator.login.refused') as failed_operators`,
    [keyId],
  )

/** The day up to which statements of each bank account in use are imported; without one the day before its first entry. */
export const importedThrough = (sql: Sql) =>
  sql.rows<{ account: string; day: string }>(
    `select account, to_char(day, 'YYYY-MM-DD') as day from (
       select b.name as account,
              coalesce((select max(last_on) from bank_statement s where s.broker_bank_id = b.id and s.withdrawn_at is null),
                       first_bank_day(b.id) - 1) as day
         from broker_bank b) x
      where day is not null order by account`,
  )
