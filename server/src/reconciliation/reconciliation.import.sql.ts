import type { Reply } from '@sauda/contract/call'
import type { reconciliationCalls } from '@sauda/contract/reconciliation'
import type { Sql, Tx } from '../platform/db.ts'
import type { ReadLine } from './reconciliation.read.ts'

type NewStatement = {
  readonly id: string
  readonly account: string | null
  readonly firstOn: string
  readonly lastOn: string
  readonly lines: number
  readonly operatorId: string
}

export const insertStatement = (tx: Tx, file: { name: string; hash: Buffer }, s: NewStatement) =>
  tx.run(
    `insert into bank_statement (id, file_name, file_hash, account, first_on, last_on, lines, added, imported_by)
     values ($1, $2, $3, $4, $5, $6, $7, 0, $8)`,
    [s.id, file.name, file.hash, s.account, s.firstOn, s.lastOn, s.lines, s.operatorId],
  )

export const setAdded = (tx: Tx, id: string, added: number) =>
  tx.run('update bank_statement set added = $2 where id = $1', [id, added])

export const deleteStatement = (tx: Tx, id: string) => tx.run('delete from bank_statement where id = $1', [id])

/** Skips lines imported before; returns the number of new ones. A concurrent import waits. */
export const insertLines = (tx: Tx, statementId: string, lines: readonly (ReadLine & { readonly id: string })[]) =>
  tx.run(
    `insert into bank_line (id, statement_id, line_number, identity, occurrence, booked_on, direction, amount, balance, text,
                            reference, names)
     select u.id, $1, u.line, u.identity, u.occurrence, u.booked_on, u.direction, u.amount, u.balance, u.text, u.reference,
            string_to_array(u.names, ' ')
       from unnest($2::uuid[], $3::int[], $4::bytea[], $5::int[], $6::date[], $7::text[], $8::bigint[], $9::bigint[],
                   $10::text[], $11::text[], $12::text[])
         as u (id, line, identity, occurrence, booked_on, direction, amount, balance, text, reference, names)
     on conflict on constraint bank_line_once do nothing`,
    [
      statementId,
      lines.map(({ id }) => id),
      lines.map(({ line }) => line),
      lines.map(({ identity }) => identity),
      lines.map(({ occurrence }) => occurrence),
      lines.map(({ bookedOn }) => bookedOn),
      lines.map(({ direction }) => direction),
      lines.map(({ amount }) => amount),
      lines.map(({ balance }) => balance ?? null),
      lines.map(({ text }) => text),
      lines.map(({ reference }) => reference ?? null),
      lines.map(({ names }) => names.join(' ')),
    ],
  )

/** Updates the planner's statistics after many inserts. */
export const analyzeLines = (tx: Tx) => tx.run('select analyze_bank_lines()')

export const coveredUntil = (sql: Sql, exceptId: string) =>
  sql.row<{ day: string | null }>(
    `select to_char(max(last_on), 'YYYY-MM-DD') as day from bank_statement where id <> $1`,
    [exceptId],
  )

/**
 * Payments requested and approved on days covered by statements, approved since `from`, without a line and not yet
 * noted. The last day of a statement may be incomplete.
 */
export const unexplainedPayments = (sql: Sql, from: string) =>
  sql.rows<{ id: string }>(
    `with covered as (select min(first_on) as first_on, max(last_on) as last_on from bank_statement)
     select p.id from covered c join bank_payment p
         on p.status = 'approved'
        and p.decided_at >= $1::date::timestamp at time zone 'Asia/Kolkata'
        and p.decided_at < c.last_on::timestamp at time zone 'Asia/Kolkata'
        and p.asked_at >= c.first_on::timestamp at time zone 'Asia/Kolkata'
      where not exists (select from bank_line b where b.matched_id = p.id)
        and not exists (select from missing_line m where m.payment_id = p.id)
      order by p.decided_at, p.id`,
    [from],
  )

export const insertMissing = (tx: Tx, missing: readonly { id: string; paymentId: string }[]) =>
  tx.run(
    `insert into missing_line (id, payment_id) select * from unnest($1::uuid[], $2::uuid[])
     on conflict (payment_id) do nothing`,
    [missing.map(({ id }) => id), missing.map(({ paymentId }) => paymentId)],
  )

type Statement = Reply<typeof reconciliationCalls.statements>['statements'][number]
type StatementRow = Omit<Statement, 'account' | 'importedAt'> & { account: string | null; importedAt: Date }

export const newestStatements = (sql: Sql, limit: number) =>
  sql.rows<StatementRow>(
    `select s.id as "_id", s.file_name as "fileName", s.account, to_char(s.first_on, 'YYYY-MM-DD') as "firstOn",
            to_char(s.last_on, 'YYYY-MM-DD') as "lastOn", s.lines, s.added, o.name as "importedBy", s.imported_at as "importedAt"
       from bank_statement s join operator o on o.id = s.imported_by
      order by s.imported_at desc, s.id desc limit $1`,
    [limit],
  )
