import { bookedBy, type Cause, causeTables } from './books.causes.ts'
import { ofCauses } from './checks.since.sql.ts'
import { belongs, booksCheck, type BooksCheck } from '../../core/ledger/books.sql.ts'

const events = Object.entries(bookedBy)
/** Each cause has the name of its first event. */
const causes = new Map<Cause, string>()
for (const [event, { cause, or }] of events)
  for (const each of or ? [cause, or] : [cause]) if (!causes.has(each)) causes.set(each, causes.get(cause) ?? event)

const arrayOf = (words: readonly string[] = []) => `'{${words.join(',')}}'::text[]`
const inAccount = (bank: string) => `' in the bank account ' || ${bank}`

/** Every event with its cause. */
const booked = events
  .map(
    ([event, { cause, against, joint }]) =>
      `('${event}', '${causes.get(cause)}', ${arrayOf(against)}, ${arrayOf(joint)}, ${cause.bank !== undefined})`,
  )
  .join(', ')

/** What the rows of a cause say is booked. Amounts of sale proceeds are compared by settlement. */
function expectedOf([{ table, when = 'true', moves, bank, isBooked = '1' }, event]: [Cause, string]): string {
  const {
    key = 'id',
    client = 'r.client_id',
    name,
  }: { key?: string; client?: string; name: string } = causeTables[table]
  const booking = bank === undefined ? `'a booking'` : `'a booking' || ${inAccount(bank)}`
  const values = Object.entries(moves).map(
    ([account, paise]) =>
      `(${account === 'unsettled' ? `'unsettled of ' || r.settlement_id` : `'${account}'`}, (${paise})::bigint)`,
  )
  return `select '${event}' as event, r.${key} as id, ${client} as client_id, ${name} as name, v.account, v.amount
            from ${table} r cross join lateral (values (${booking}, (${isBooked})::bigint), ${values.join(', ')}) v (account, amount)
           where ${when}`
}

/**
 * Journals without a cause for their client, causes without their journals, and journals of other amounts or accounts than their
 * cause says. Amounts are shown as positive, whichever side the cause says; that there is no booking only where no amount tells it.
 */
export const causeCheck: BooksCheck = booksCheck(
  ofCauses,
  `, expected as materialized (${[...causes].map(expectedOf).join(' union all ')}),
     booked as materialized (
       select n.id, n.cause_id, n.client_id, n.bank_id, b.*
         from journal n join (values ${booked}) b (event, cause, against, joint, names_bank) on b.event = n.event::text)
     select coalesce((select e.name from expected e where (e.event, e.id, e.client_id) = (f.event, f.id, f.client_id) limit 1), 'No cause')
              || ', ' || coalesce((select string_agg(b.event, ' and ' order by b.event) from booked b
                                    where (b.cause, b.cause_id, b.client_id) = (f.event, f.id, f.client_id)), f.event)
              || ': ' || f.account as what,
            f.client_id, s.sign * f.shown as shown, s.sign * f.entries as entries
       from (select event, id, client_id, account, sum(shown)::bigint as shown,
                    (case when account like 'a booking%' then max(entries) else sum(entries) end)::bigint as entries,
                    count(*) over (partition by event, id, client_id) - 1 as others
               from (select event, id, client_id, account, amount as shown, 0 as entries from expected
                     union all
                     select cause, cause_id, client_id, 'a booking' || case when names_bank then coalesce(${inAccount('bank_id')}, '') else '' end, 0, 1
                       from booked
                     union all
                     select n.cause, n.cause_id, n.client_id,
                            case when m.account = any (n.joint) then n.joint[1]
                                 when m.account = 'unsettled' then 'unsettled of ' || x.settlement_id else m.account end, 0, m.amount
                       from booked n join entry x on ${belongs('x', 'n')}
                      cross join lateral (values (x.credit::text, x.debit::text, x.amount), (x.debit::text, x.credit::text, -x.amount)) m (account, other, amount)
                      where m.account <> all (n.against)
                        -- The cost of what is sold or bought passes through clearing, where only the result remains.
                        and (m.account <> 'clearing' or m.other <> 'securities')) r
              group by event, id, client_id, account
             -- Journals from before lots have no entry in securities; together that is what clients have invested.
             having sum(shown) <> case when account like 'a booking%' then max(entries) else sum(entries) end
                and (account <> 'securities' or sum(entries) <> 0)) f
      cross join lateral (select case when coalesce(nullif(f.shown, 0), f.entries) < 0 then -1 else 1 end as sign) s
      where f.others = 0 or f.account not like 'a booking%'
      limit $1`,
)
