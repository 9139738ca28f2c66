import { openChargeStatuses } from '@sauda/contract/money/charge'
import type { Found } from '@sauda/contract/broker/find'
import { namePrefixes } from '@sauda/contract/core/name'
import { sqlName, sqlRequestName, sqlRequestPrefix } from '../../core/ledger/name.sql.ts'
import { isReference } from '../../core/ledger/reference.ts'
import { type Sql, sqlList, selectViews } from '../../platform/db.ts'
import { sqlStartOf } from '../../platform/india.ts'

/** `amount` in paise. */
export type FoundRow = Omit<Found, 'amount'> & { amount?: bigint }

/** Keyed hashes of the text, as stored beside the encrypted numbers. */
export type Lookups = { readonly pan: Buffer; readonly account: Buffer }

export const clientsByNumber = (sql: Sql, { pan, account }: Lookups, limit: number) =>
  selectViews<FoundRow>(
    sql,
    `select 'client' as kind, c.id as "_id", ${sqlName('client', 'c.number')} as name, c.name as "clientName", c.created_at as at
       from client c
      where c.id in (select client_id from kyc_identity where pan_lookup = $1
                     union select client_id from bank_details where account_lookup = $2)
      order by c.number desc limit $3`,
    [pan, account, limit],
  )

const isOpenCharge = `status in ${sqlList(openChargeStatuses)}`

/** The newest cases of each client, open ones first. */
export const casesOf = (sql: Sql, clientIds: readonly string[], limit: number) =>
  selectViews<FoundRow>(
    sql,
    `select k.kind, k.id as "_id", coalesce(k.name, '') as name, k.amount, k.at, k.is_open as "isOpen", c.id as under,
            c.name as "clientName"
       from client c
       cross join lateral (
         (select case type when 'added' then 'deposit' else 'withdrawal' end as kind, id, ${sqlRequestName()} as name,
                 amount, created_at as at, status = 'pending' as is_open
            from wallet_request where client_id = c.id order by status = 'pending' desc, id desc limit $2)
         union all
         (select 'charge', id, ${sqlName('charge', 'number')}, amount + gst, created_at, ${isOpenCharge}
            from charge where client_id = c.id order by ${isOpenCharge} desc, id desc limit $2)
         union all
         (select 'loan', id, null, principal, created_at, status not in ('closed', 'rejected')
            from loan where client_id = c.id order by id desc limit $2)
         order by is_open desc, at desc limit $2) k
      where c.id = any ($1::uuid[]) order by k.is_open desc, k.at desc`,
    [clientIds, limit],
  )

/** A normalized reference, the number of `WDR100001`, an amount in paise. */
export type Terms = { readonly reference: string; readonly number: bigint | null; readonly paise: bigint | null }

/** Each id is found through an index; charges that await approval are few. */
export const cases = (sql: Sql, { reference, number, paise }: Terms, limit: number) =>
  selectViews<FoundRow>(
    sql,
    `with payment as materialized (
       select used_by as id from payment_reference p where ${isReference('p', '$1')}
       union
       select id from wallet_request where reference = $1
       union
       select id from wallet_request where utr = $1
       union
       select id from wallet_request
        where number = $2::bigint and starts_with($1, ${sqlRequestPrefix()})
       union
       (select id from wallet_request where amount = $3::bigint order by created_at desc limit $4)
       union
       select id from charge where number = $2 and starts_with($1, '${namePrefixes.charge}')
       union
       select id from charge where status = 'PAID' and transaction_id = $1),
     hit as (
       select case type when 'added' then 'deposit' else 'withdrawal' end as kind, id,
              ${sqlRequestName()} as name, client_id, amount, created_at as at
         from wallet_request where id in (select id from payment)
       union all
       select 'charge', id, ${sqlName('charge', 'number')}, client_id, amount + gst, created_at
         from charge where id in (select id from payment)
       union all
       select 'trade', id, ${sqlName('trade', 'number')}, client_id, amount, created_at
         from trade where reference_key = $1 or (number = $2 and starts_with($1, '${namePrefixes.trade}')))
     select h.kind, h.id as "_id", h.name, c.name as "clientName", h.amount, h.at
       from (select *, row_number() over (partition by kind order by at desc) as place from hit) h
       join client c on c.id = h.client_id
      where h.place <= $4 order by h.at desc`,
    [reference, number, paise, limit],
  )

export const bankLines = (sql: Sql, { reference, paise }: Terms, limit: number) =>
  selectViews<FoundRow>(
    sql,
    `select 'line' as kind, b.id as "_id", coalesce(b.reference, '') as name, b.amount, ${sqlStartOf('b.booked_on')} as at
       from bank_line b
      where b.id in ((select id from bank_line where reference = $1 order by id desc limit $3)
                     union (select id from bank_line where amount = $2::bigint order by booked_on desc, id desc limit $3))
      order by b.booked_on desc, b.id desc limit $3`,
    [reference, paise, limit],
  )
