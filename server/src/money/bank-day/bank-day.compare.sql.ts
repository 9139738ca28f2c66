import { requireRow, type Sql, type Tx } from '../../platform/db.ts'

/** The statements, and their differences from the books. */

type Balance = { value: bigint; change: number; first: string; last: string }

const signed = `case l.direction when 'credit' then l.amount else -l.amount end`

/**
 * Balances before which a line begins (`change` above zero) or after which one ends (below zero) without another line that
 * continues it, in whatever order the lines were imported. A complete statement has one of each, or none if it ends with the
 * balance it began with.
 */
export const looseBalances = (sql: Sql, accountId: string, { from, day }: { from: string; day: string }) =>
  sql.rows<Balance>(
    `select value::bigint, sum(change)::int as change, to_char(min(day), 'YYYY-MM-DD') as first,
            to_char(max(day), 'YYYY-MM-DD') as last
       from (select l.booked_on as day, s.value, s.change
               from bank_line l cross join lateral (values (l.balance - ${signed}, 1), (l.balance, -1)) s (value, change)
              where l.broker_bank_id = $1 and l.booked_on between $2 and $3 and l.balance is not null) b
      group by value having sum(change) <> 0
      order by min(day), value limit 100`,
    [accountId, from, day],
  )

type Range = {
  /** Days of lines: the first one of all, the last one up to the last sign-off, and the next one after the day. */
  first: string | null
  signed: string | null
  next: string | null
  /** The first line, or else the first day of the statements; the last day of either. */
  begins: string | null
  until: string | null
  /** Up to the day, from the first one not signed off. */
  withoutBalance: number
  /** On the day `signed`. */
  signedWithoutBalance: boolean
}

const isOfAccount = 'broker_bank_id = $1 and withdrawn_at is null'

export const lineRange = (sql: Sql, accountId: string, after: string, day: string) =>
  requireRow(
    sql.row<Range>(
      `select to_char(min(booked_on), 'YYYY-MM-DD') as first,
            to_char(coalesce(min(booked_on), (select min(first_on) from bank_statement where ${isOfAccount})), 'YYYY-MM-DD') as begins,
            to_char(greatest(max(booked_on), (select max(last_on) from bank_statement where ${isOfAccount})), 'YYYY-MM-DD') as until,
            (select to_char(max(booked_on), 'YYYY-MM-DD') from bank_line where broker_bank_id = $1 and booked_on <= $2::date) as signed,
            (select to_char(min(booked_on), 'YYYY-MM-DD') from bank_line where broker_bank_id = $1 and booked_on > $3) as next,
            (select count(*)::int from bank_line
              where broker_bank_id = $1 and booked_on > $2::date and booked_on <= $3 and balance is null) as "withoutBalance",
            exists (select from bank_line where broker_bank_id = $1 and balance is null and booked_on =
                     (select max(booked_on) from bank_line where broker_bank_id = $1 and booked_on <= $2::date)) as "signedWithoutBalance"
       from bank_line where broker_bank_id = $1`,
      [accountId, after, day],
    ),
  )

/** The balance before the first line of a day, in the order of the bank. */
export const balanceBefore = (sql: Sql, accountId: string, day: string) =>
  sql.row<{ value: bigint }>(
    `select (l.balance - ${signed})::bigint as value from bank_line l
      where l.broker_bank_id = $1 and l.booked_on = $2 and l.balance is not null order by l.id limit 1`,
    [accountId, day],
  )

/** Whether a line of the day begins with this balance; true if that cannot be seen. */
export const continues = async (sql: Sql, accountId: string, day: string, balance: bigint): Promise<boolean> =>
  (await sql.row(
    `select from bank_line l where l.broker_bank_id = $1 and l.booked_on = $2
        and (l.balance is null or l.balance - ${signed} = $3) limit 1`,
    [accountId, day, balance],
  )) !== undefined

// Balances that an operator read from a statement whose lines have none.

type Entered = { closing: bigint; opening: bigint; by: string; at: Date }

export const enteredBalance = (sql: Sql, accountId: string, day: string) =>
  sql.row<Entered>(
    `select b.closing, b.opening, o.name as by, b.entered_at as at
       from bank_balance b join operator o on o.id = b.entered_by
      where b.broker_bank_id = $1 and b.day = $2 order by b.id desc limit 1`,
    [accountId, day],
  )

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

/** Lines of causes: a link books its own entries, and what it explains was booked by the payment. */
const linesOf = (causes: string) => `
  select c.id as cause_id, k.line_id from ${causes} c join bank_link k on k.id = c.id and k.unlinked_at is null
  union select c.id, k.line_id from ${causes} c
          join bank_link k on k.payment_id = c.id and k.kind = 'payment' and k.unlinked_at is null`

const movedBank = `case when e.debit = 'bank' then e.amount else -e.amount end`

const isOpening = `in ('opening.bank', 'opening.bank.reversed')`

/**
 * Entries of the books from before the first line of the statements, which have no line and are part of the opening balance.
 * The opening balance belongs to it on whatever open day it was booked; `opening` is null if there is none.
 */
export const bookedBefore = (sql: Sql, accountId: string, firstOn: string, day: string) =>
  requireRow(
    sql.row<{ amount: bigint; opening: bigint | null }>(
      `with before as (select id, cause_id from journal where bank_id = $1 and value_date < $2 and event not ${isOpening}),
     early as materialized (
       select j.cause_id as id, sum(${movedBank}) as amount
         from before j join entry e on e.journal_id = j.id
        where 'bank' in (e.debit, e.credit) group by j.cause_id),
     opened as (
       select sum(${movedBank})::bigint as amount
         from journal j join entry e on e.journal_id = j.id and e.client_id = j.client_id
        where j.value_date <= $3 and j.cause_id = any (array(select id from bank_opening where broker_bank_id = $1)))
     select (coalesce(sum(early.amount), 0) + coalesce((select amount from opened), 0))::bigint as amount,
            (select amount from opened) as opening
       from early left join (${linesOf('early')}) l on l.cause_id = early.id where l.cause_id is null`,
      [accountId, firstOn, day],
    ),
  )

export type Unmatched = {
  lineId: string | null
  causeId: string | null
  day: string
  /** In the bank, and in the books; above zero if received. */
  bank: bigint
  books: bigint
  text: string | null
  note: string | null
  /** Another bank account, whose statement has the line. */
  elsewhere: string | null
  paymentId: string | null
  paymentKind: 'deposit' | 'withdrawal' | 'charge' | null
  paymentName: string | null
  client: string | null
}

type Compare = {
  readonly accountId: string
  readonly day: string
  /** The day of the last sign-off, with the lines and causes it left open, and the first line known then. */
  readonly after: string
  readonly signedAt: Date | null
  readonly lineIds: readonly string[]
  readonly causeIds: readonly string[]
  readonly firstOn: string
  readonly firstOnThen: string | null
}

/** Longer than an import takes, whose time is that of its start. */
const sinceSigned = `$4::timestamptz - interval '1 hour'`

/**
 * Lines and causes whose amounts in the bank and in the books differ at the end of the day. Reads only those that can have
 * changed since the last sign-off; all others agreed then.
 */
export const unmatched = (sql: Sql, c: Compare, limit: number) =>
  sql.rows<Unmatched>(
    `with near_line as materialized (
       select id from bank_line where broker_bank_id = $1 and booked_on > $3::date and booked_on <= $2
       union select l.id from bank_statement s join bank_line l on l.statement_id = s.id
        where s.broker_bank_id = $1 and s.imported_at > ${sinceSigned} and l.booked_on <= $3::date
       union select k.line_id from bank_link k join bank_line l on l.id = k.line_id
        where l.broker_bank_id = $1 and k.unlinked_at > ${sinceSigned}
       union select unnest($5::uuid[])),
     near_cause as materialized (
       select cause_id as id from journal where bank_id = $1 and value_date > $3::date and value_date <= $2 and event not ${isOpening}
       union select cause_id from journal where bank_id = $1 and value_date >= $7 and value_date < $8::date and event not ${isOpening}
       -- The entries of a link may be of a signed-off day, and those that undo them of a later day than this one.
       union select id from bank_link where unlinked_at > ${sinceSigned}
       union select payment_id from bank_link where payment_id is not null and unlinked_at > ${sinceSigned}
       union select unnest($6::uuid[])),
     all_line as materialized (
       select id from near_line union select line_id from (${linesOf('near_cause')}) n),
     link as materialized (
       select a.id as line_id, k.id as cause_id from all_line a join bank_link k on k.line_id = a.id and k.unlinked_at is null
       union select a.id, k.payment_id from all_line a
               join bank_link k on k.line_id = a.id and k.kind = 'payment' and k.unlinked_at is null),
     all_cause as materialized (select id from near_cause union select cause_id from link),
     of_cause as (
       select j.id, j.cause_id, j.value_date from all_cause c join journal j on j.cause_id = c.id
        where j.bank_id = $1 and j.value_date <= $2),
     moved as materialized (
       select j.cause_id, min(j.value_date) as day, sum(${movedBank}) as amount,
              sum(${movedBank}) filter (where j.value_date >= $7) as later
         from of_cause j join entry e on e.journal_id = j.id
        where 'bank' in (e.debit, e.credit)
        group by j.cause_id),
     compared as materialized (
       select l.id as line_id, null::uuid as cause_id, coalesce(min(m.day), l.booked_on) as day,
              case when l.broker_bank_id = $1 and l.booked_on <= $2 then ${signed} else 0 end as bank,
              coalesce(sum(m.amount), 0) as books
         from all_line a join bank_line l on l.id = a.id
         left join link k on k.line_id = l.id left join moved m on m.cause_id = k.cause_id
        group by l.id
       union all
       select null, m.cause_id, m.day, 0, coalesce(m.later, 0)
         from moved m left join link k on k.cause_id = m.cause_id where k.cause_id is null)
     select x.line_id as "lineId", x.cause_id as "causeId",
            to_char(case when x.bank = 0 then x.day else coalesce(l.booked_on, x.day) end, 'YYYY-MM-DD') as day,
            x.bank::bigint, x.books::bigint, coalesce(l.text, b.text) as text, t.reason as note, o.name as elsewhere,
            p.id as "paymentId", p.kind as "paymentKind", p.name as "paymentName", n.name as client
       from compared x
       left join bank_line l on l.id = x.line_id
       left join broker_bank o on o.id = l.broker_bank_id and o.id <> $1
       left join bank_link k on k.id = x.cause_id
       left join bank_line b on b.id = k.line_id
       left join lateral (select n.reason from bank_link n where n.line_id = x.line_id and n.kind = 'note' and n.unlinked_at is null
                           order by n.linked_at desc limit 1) t on true
       left join lateral (select * from bank_payment y where y.id = coalesce(x.cause_id, (
                            select m.payment_id from bank_link m where m.line_id = x.line_id and m.kind = 'payment' and m.unlinked_at is null
                             order by m.linked_at limit 1)) limit 1) p on true
       left join client n on n.id = p.client_id
      where x.bank <> x.books
      order by 3, x.line_id, x.cause_id limit $9`,
    [c.accountId, c.day, c.after, c.signedAt, c.lineIds, c.causeIds, c.firstOn, c.firstOnThen, limit],
  )
