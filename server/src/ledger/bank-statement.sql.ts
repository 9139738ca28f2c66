import type { Sql, Tx } from '../platform/db.ts'

const signed = `case l.direction when 'credit' then l.amount else -l.amount end`

/** Accepts the oldest statement that continues from the balance of the last accepted line; 0 if there is none. */
export const acceptNext = (tx: Tx, accountId: string) =>
  tx.run(
    `update bank_statement a set accepted_at = now()
      where a.id = (
        select s.id
          from (select l.balance from bank_line l join bank_statement t on t.id = l.statement_id
                 where l.broker_bank_id = $1 and t.accepted_at is not null
                 order by l.booked_on desc, l.id desc limit 1) last
          join bank_statement s on s.broker_bank_id = $1 and s.accepted_at is null and s.added > 0
         cross join lateral (
               select (array_agg(l.balance - ${signed} order by l.id))[1] as begins,
                      (array_agg(l.balance order by l.id desc))[1] as ends, sum(${signed}) as moved
                 from bank_line l where l.statement_id = s.id) n
         where n.begins = last.balance and n.ends = n.begins + n.moved
         order by s.imported_at, s.id limit 1)`,
    [accountId],
  )

/** What nobody but its importer has confirmed; `closing`: of the file, if its lines have running balances. */
export type Waiting = {
  id: string
  fileName: string
  importedBy: string
  opening: bigint | null
  closing: bigint | null
}

/** Statements up to the day that are not accepted, the newest first. */
export const waitingStatements = (sql: Sql, accountId: string, day: string) =>
  sql.rows<Waiting>(
    `select s.id, s.file_name as "fileName", s.imported_by as "importedBy", s.opening,
            coalesce(s.closing, (select l.balance from bank_line l where l.statement_id = s.id order by l.id desc limit 1)) as closing
       from bank_statement s
      where s.broker_bank_id = $1 and s.last_on <= $2 and s.accepted_at is null and s.added > 0
      order by s.last_on desc, s.imported_at desc, s.id desc limit 100`,
    [accountId, day],
  )

/** By the operator who entered the balance of the bank. */
export const acceptStatements = (tx: Tx, ids: readonly string[], operatorId: string) =>
  tx.run('update bank_statement set accepted_at = now(), accepted_by = $2 where id = any ($1::uuid[])', [
    ids,
    operatorId,
  ])
