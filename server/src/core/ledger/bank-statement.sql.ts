import { type Sql, type Tx, selectColumn } from '../../platform/db.ts'

/** Which bank statements are accepted: those that continue from the last accepted line, or whose balance a second operator confirmed. */

const signed = `case l.direction when 'credit' then l.amount else -l.amount end`

/** A later statement lacks a line of `s`, or has it with another balance. */
const isContradicted = `exists (
  select from bank_line o join statement_contradiction c on c.line_id = o.id and c.resolution is null where o.statement_id = s.id)`

/** Accepts the oldest statement that continues from the balance of the last accepted line; 0 if there is none. */
const acceptNext = (tx: Tx, accountId: string) =>
  tx.run(
    `update bank_statement a set accepted_at = now()
      where a.id = (
        select s.id
          from (select l.balance from bank_line l join bank_statement t on t.id = l.statement_id
                 where l.broker_bank_id = $1 and t.accepted_at is not null
                 order by l.booked_on desc, l.id desc limit 1) last
          join bank_statement s on s.broker_bank_id = $1 and s.accepted_at is null and s.added > 0 and s.withdrawn_at is null
          and not ${isContradicted}
         cross join lateral (
               select (array_agg(l.balance - ${signed} order by l.id))[1] as begins,
                      (array_agg(l.balance order by l.id desc))[1] as ends, sum(${signed}) as moved
                 from bank_line l where l.statement_id = s.id) n
         where n.begins = last.balance and n.ends = n.begins + n.moved
         order by s.imported_at, s.id limit 1)`,
    [accountId],
  )

/** Statements that only their importer has confirmed; `closing`: of the file, if its lines have running balances. */
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
      where s.broker_bank_id = $1 and s.last_on <= $2 and s.accepted_at is null and s.added > 0 and s.withdrawn_at is null
      order by s.last_on desc, s.imported_at desc, s.id desc limit 100`,
    [accountId, day],
  )

/** By the operator who entered the balance of the bank. */
const acceptStatements = (tx: Tx, ids: readonly string[], operatorId: string) =>
  selectColumn<string>(
    tx,
    `update bank_statement s set accepted_at = now(), accepted_by = $2
      where s.id = any ($1::uuid[]) and not ${isContradicted} returning s.file_name`,
    [ids, operatorId],
  )

/** Accepts every statement of the account that continues, one after the other, from its last accepted line. */
export async function acceptContinuing(tx: Tx, accountId: string): Promise<void> {
  while ((await acceptNext(tx, accountId)) > 0);
}

type Confirmation = {
  readonly accountId: string
  readonly statements: readonly Waiting[]
  readonly operatorId: string
}

/** The operator entered the balance of the bank; returns the names of the files that this confirms. */
export async function confirmStatements(tx: Tx, { accountId, statements, operatorId }: Confirmation) {
  const ids = statements.map(({ id }) => id)
  const accepted = await acceptStatements(tx, ids, operatorId)
  await acceptContinuing(tx, accountId)
  return accepted
}
