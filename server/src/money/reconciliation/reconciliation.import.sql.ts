import type { StatementLayout } from '@sauda/contract/money/statement-layout'
import type { Reply } from '@sauda/contract/platform/call'
import type { reconciliationCalls } from '@sauda/contract/money/reconciliation'
import { isUtr } from '@sauda/contract/money/reference'
import { listsOf, selectIds, selectViews, type Sql, type Tx } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import type { ReadLine } from './reconciliation.read.ts'
import { isExplained } from '../../core/ledger/bank-link.sql.ts'

type NewStatement = {
  readonly id: string
  readonly account: string | null
  readonly bankAccountId: string
  readonly firstOn: string
  readonly lastOn: string
  readonly lines: number
  readonly operatorId: string
}

export const insertStatement = (tx: Tx, file: { name: string; hash: Buffer; sha256: Buffer }, s: NewStatement) =>
  tx.run(
    `insert into bank_statement (id, file_name, file_hash, account, first_on, last_on, lines, added, imported_by,
                                 broker_bank_id, sha256)
     values ($1, $2, $3, $4, $5, $6, $7, 0, $8, $9, $10)`,
    [s.id, file.name, file.hash, s.account, s.firstOn, s.lastOn, s.lines, s.operatorId, s.bankAccountId, file.sha256],
  )

/** All, or the one with this id. */
export const bankAccounts = (sql: Sql, id: string | undefined) =>
  sql.rows<BankAccount>(
    'select id, name, account_number as number from broker_bank where $1::uuid is null or id = $1 order by name, id',
    [id ?? null],
  )
export type BankAccount = { id: string; name: string; number: string | null }

/** The day of the account's opening balance, if it is after `firstOn`. */
export const openingAfter = (sql: Sql, bankAccountId: string, firstOn: string) =>
  sql.row<{ day: string }>(
    `select to_char(day, 'YYYY-MM-DD') as day from bank_opening
      where broker_bank_id = $1 and reversed_at is null and day > $2`,
    [bankAccountId, firstOn],
  )

/** Layouts of all accounts, or of this one. */
export const findLayouts = (sql: Sql, bankAccountId: string | undefined) =>
  sql.rows<{ bankAccountId: string; layout: StatementLayout }>(
    `select broker_bank_id as "bankAccountId", layout from statement_layout
      where $1::uuid is null or broker_bank_id = $1 order by saved_at desc, broker_bank_id`,
    [bankAccountId ?? null],
  )

export const lockBankAccount = (tx: Tx, id: string) =>
  tx.row('select from broker_bank where id = $1 for no key update', [id])

export const insertLayout = (
  tx: Tx,
  { bankAccountId, layout, operatorId }: { bankAccountId: string; layout: StatementLayout; operatorId: string },
) =>
  tx.run(
    `insert into statement_layout (broker_bank_id, layout, saved_by) values ($1, $2, $3)
     on conflict (broker_bank_id) do update set layout = excluded.layout, saved_by = excluded.saved_by, saved_at = now()`,
    [bankAccountId, JSON.stringify(layout), operatorId],
  )

/** The accounts for which this file was imported before. */
export const importedFor = (sql: Sql, s: { id: string; hash: Buffer }) =>
  sql.rows<{ id: string; name: string }>(
    `select distinct b.id, b.name from bank_statement s join broker_bank b on b.id = s.broker_bank_id
      where s.file_hash = $1 and s.id <> $2 and s.withdrawn_at is null`,
    [s.hash, s.id],
  )

/** Another account for which one of these payments was imported; without a UTR, two accounts may have the same line. */
export const paidTo = (sql: Sql, all: readonly ReadLine[], bankAccountId: string) => {
  const lines = all.filter(({ reference }) => reference !== undefined && isUtr(reference))
  return sql.row<{ name: string }>(
    `select b.name from unnest($1::bytea[], $2::int[]) u (identity, occurrence)
       join bank_line l on l.identity = u.identity and l.occurrence = u.occurrence
       join broker_bank b on b.id = l.broker_bank_id
      where l.broker_bank_id <> $3 and l.reference is not null limit 1`,
    [...listsOf(lines, 'identity', 'occurrence'), bankAccountId],
  )
}

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
    [bankAccountId, ...listsOf(lines, 'bookedOn', 'direction', 'amount', 'balance')],
  )

type Ends = { readonly opening: bigint | undefined; readonly closing: bigint | undefined }

/** Stores how many lines of a statement were new, and the balances before its first line and after its last one. */
export const setAdded = (tx: Tx, id: string, added: number, { opening, closing }: Ends) =>
  tx.run('update bank_statement set added = $2, opening = $3, closing = $4 where id = $1', [
    id,
    added,
    opening ?? null,
    closing ?? null,
  ])

export const deleteStatement = (tx: Tx, id: string) => tx.run('delete from bank_statement where id = $1', [id])

/** Skips lines imported before; returns the number of new ones. A concurrent import waits. */
export const insertLines = (
  tx: Tx,
  { statementId, bankAccountId }: { statementId: string; bankAccountId: string },
  lines: readonly (ReadLine & { readonly id: string })[],
) =>
  tx.run(
    `insert into bank_line (id, statement_id, line_number, identity, occurrence, booked_on, direction, amount, balance, text,
                            reference, names, broker_bank_id)
     select u.id, $1, u.line, u.identity, u.occurrence, u.booked_on, u.direction, u.amount, u.balance, u.text, u.reference,
            string_to_array(u.names, ' '), $13
       from unnest($2::uuid[], $3::int[], $4::bytea[], $5::int[], $6::date[], $7::text[], $8::bigint[], $9::bigint[],
                   $10::text[], $11::text[], $12::text[])
         as u (id, line, identity, occurrence, booked_on, direction, amount, balance, text, reference, names)
     on conflict on constraint bank_line_once do nothing`,
    [
      statementId,
      ...listsOf(lines, 'id', 'line', 'identity', 'occurrence', 'bookedOn', 'direction', 'amount', 'balance', 'text'),
      ...listsOf(lines, 'reference'),
      lines.map(({ names }) => names.join(' ')),
      bankAccountId,
    ],
  )

/**
 * Lines of earlier files that this one repeats for the first time, with the same balance; returns their number. A file that adds no
 * line and ends on no later day is no later statement, only another copy.
 */
export const markRepeated = (
  tx: Tx,
  { statementId, bankAccountId, added }: { statementId: string; bankAccountId: string; added: number },
  lines: readonly Pick<ReadLine, 'identity' | 'occurrence' | 'balance'>[],
) =>
  tx.run(
    `update bank_line l set repeated_by = n.id
       from unnest($3::bytea[], $4::int[], $5::bigint[]) u (identity, occurrence, balance)
      cross join bank_statement n
       join bank_statement s on s.broker_bank_id = n.broker_bank_id and s.file_hash <> n.file_hash
      where n.id = $1 and l.statement_id = s.id and l.broker_bank_id = $2 and l.repeated_by is null
        and l.identity = u.identity and l.occurrence = u.occurrence
        and (l.balance = u.balance or l.balance is null or u.balance is null)
        and ($6 > 0 or n.last_on > s.last_on)`,
    [statementId, bankAccountId, ...listsOf(lines, 'identity', 'occurrence', 'balance'), added],
  )

/** SQL by which entries `l` are grouped before they are compared, because comparing all with all takes too long; one of a group is named. */
const alike = 'l.booked_on, l.direction, l.amount, l.balance, l.reference is null'

/** New lines of a statement and earlier entries of the same day and amount that it lacks, of which only one has a reference. */
export const similarLines = (
  sql: Sql,
  statementId: string,
  lines: readonly Pick<ReadLine, 'identity' | 'occurrence'>[],
) =>
  sql.rows<{ line: number; text: string; before: string }>(
    `with this as (select * from bank_statement where id = $1),
     n as materialized (select distinct on (${alike}) l.*, l.reference is null as is_bare from bank_line l
        where l.statement_id = $1 order by ${alike}, l.line_number),
     o as materialized (select distinct on (${alike}) l.*, l.reference is null as is_bare
         from this t cross join (select distinct booked_on, direction, amount, is_bare from n) n
         join bank_line l on l.amount = n.amount and l.direction = n.direction and l.booked_on = n.booked_on
                         and (l.reference is null) <> n.is_bare and l.broker_bank_id = t.broker_bank_id and l.statement_id <> t.id
         join bank_statement s on s.id = l.statement_id and s.withdrawn_at is null
        where not exists (select from unnest($2::bytea[], $3::int[]) u (identity, occurrence)
                           where u.identity = l.identity and u.occurrence = l.occurrence)
        order by ${alike}, l.id)
     select n.line_number as line, n.text, o.text as before
       from n join o on o.booked_on = n.booked_on and o.direction = n.direction and o.amount = n.amount and o.is_bare <> n.is_bare
      where n.balance = o.balance or n.balance is null or o.balance is null
      order by n.line_number, o.id limit 20`,
    [statementId, ...listsOf(lines, 'identity', 'occurrence')],
  )

/** Updates the planner's statistics, which takes a second for many lines, where an import has added a tenth of them or more. */
export const analyzeLines = (tx: Tx, added: number) =>
  tx.run("select analyze_bank_lines() from pg_class where oid = 'bank_line'::regclass and $1 >= reltuples / 10", [
    added,
  ])

/** The day up to which other statements of the account reach. */
export const coveredUntil = (sql: Sql, s: { statementId: string; bankAccountId: string }) =>
  sql.row<{ day: string | null }>(
    `select to_char(max(last_on), 'YYYY-MM-DD') as day from bank_statement
      where broker_bank_id = $2 and id <> $1 and withdrawn_at is null`,
    [s.statementId, s.bankAccountId],
  )

/**
 * Payments booked to the account, requested and approved on days that its own statements cover, approved since `from`, without a
 * line and not yet noted for this account. The last day of a statement may be incomplete.
 */
export const unexplainedPayments = (sql: Sql, bankAccountId: string, from: string) =>
  selectIds(
    sql,
    `with covered as (
       select min(first_on) as first_on, max(last_on) as last_on from bank_statement where broker_bank_id = $2 and withdrawn_at is null),
     payment as materialized (
       select p.id, p.decided_at from covered c join bank_payment p
           on p.status = 'approved'
          and p.decided_at >= $1::date::timestamp at time zone 'Asia/Kolkata'
          and p.decided_at < c.last_on::timestamp at time zone 'Asia/Kolkata'
          and p.asked_at >= c.first_on::timestamp at time zone 'Asia/Kolkata'
        where not ${isExplained('p.id')}),
     booked as materialized (
       select cause_id, bank_id from journal
        where event in ('deposit.approved', 'withdrawal.paid', 'charge.approved') and cause_id = any (array(select id from payment)))
     select p.id from payment p
      where coalesce((select r.broker_bank_id from wallet_request r where r.id = p.id),
                     (select j.bank_id from booked j where j.cause_id = p.id limit 1)) = $2
        and not exists (select from missing_line m
                         where m.payment_id = p.id and (m.settled_at is null or m.broker_bank_id = $2))
      order by p.decided_at, p.id`,
    [from, bankAccountId],
  )

/** `bankAccountId`: whose statements lack these payments. */
export async function insertMissing(tx: Tx, bankAccountId: string, paymentIds: readonly string[]): Promise<void> {
  if (paymentIds.length === 0) return
  await tx.run(
    `insert into missing_line (id, payment_id, broker_bank_id) select u.*, $3 from unnest($1::uuid[], $2::uuid[]) u
     on conflict (payment_id) where settled_at is null do nothing`,
    [paymentIds.map(() => newId()), paymentIds, bankAccountId],
  )
}

/** `single`: whether one operator may do everything, so that every statement counts as accepted. */
export const newestStatements = (sql: Sql, limit: number, single: boolean) =>
  selectViews<Reply<typeof reconciliationCalls.statements>['statements'][number]>(
    sql,
    `select s.id as "_id", s.file_name as "fileName", s.account, to_char(s.first_on, 'YYYY-MM-DD') as "firstOn",
            to_char(s.last_on, 'YYYY-MM-DD') as "lastOn", s.lines, s.added, o.name as "importedBy", o.id as "importedById",
            s.imported_at as "importedAt", s.withdrawn_at is null and ($2 or s.accepted_at is not null) as accepted,
            a.name as "confirmedBy", w.name as "withdrawnBy", s.closing is not null as "hasBalance",
            json_build_object('_id', b.id, 'name', b.name) as "bankAccount"
       from bank_statement s join operator o on o.id = s.imported_by join broker_bank b on b.id = s.broker_bank_id
       left join operator a on a.id = s.accepted_by
       left join operator w on w.id = s.withdrawn_by
      where s.added > 0 or s.lines = 0
      order by s.imported_at desc, s.id desc limit $1`,
    [limit, single],
  )
