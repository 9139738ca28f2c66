import { bankRules } from '@sauda/contract/money/bank'
import { type RetentionReason, type SettlementLine, settlementRules } from '@sauda/contract/money/settlement'
import { sqlName } from '../../core/ledger/name.sql.ts'
import type { Frequency } from '@sauda/contract/core/setting-name'
import { pausedUntil } from '../../core/ledger/ledger.ts'
import { selectIds, selectViews, type Sql, type Tx } from '../../platform/db.ts'
import type { SettledFunds } from './settlement.pdf.ts'

export const settlementDates = (sql: Sql, from: string, until: string) =>
  sql.rows<{ day: string; kinds: Frequency[] }>(
    `select to_char(day, 'YYYY-MM-DD') as day, array_agg(kind order by kind) as kinds from calendar_day
      where kind in ('monthly', 'quarterly') and day between $1 and $2 group by day order by day`,
    [from, until],
  )

export type SettlementRow = Pick<
  SettlementLine,
  'clientId' | 'clientName' | 'saudaId' | 'frequency' | 'inactive' | 'settled' | 'requestId'
> & {
  email: string
  cash: bigint
  retained?: bigint
  reason?: RetentionReason
  frozen: boolean
  hasBank: boolean
  settledFunds?: bigint
  settledRetained?: bigint
  number: bigint
  /** Total of all pages. */
  open: bigint
}

type Search = {
  readonly day: string
  readonly kinds: readonly Frequency[]
  /** Paise; less is not settled. */
  readonly minimum: bigint
  /** All clients if null. */
  readonly clientIds: readonly string[] | null
  /** The last line of the page before. */
  readonly after?: { readonly settled: boolean; readonly number: bigint } | undefined
  readonly limit?: number | undefined
}

/** A settlement whose withdrawal failed does not count. */
const done = "s.day is not null and coalesce(r.status, '') <> 'rejected'"

/**
 * The clients whose frequency falls on the day, or who did not trade for `inactiveDays` of the rules; open ones first. Without clients who are closing their
 * account and balances below `minimum`. Who of them cannot be paid is decided in `settlement.ts`.
 */
export const settlementRows = (sql: Sql, { day, kinds, clientIds, after, limit, minimum }: Search) =>
  selectViews<SettlementRow>(
    sql,
    `with active as materialized (
            select client_id from trade
             where traded_on >= $1::date - $3::int
                   ${clientIds === null ? '' : 'and client_id = any ($5)'}
            union
            -- Trades of the exchanges that are not booked yet.
            select client_id from exchange_trade where booked_at is null and client_id is not null
                   ${clientIds === null ? '' : 'and client_id = any ($5)'})
     select * from (
     select *, count(*) filter (where not settled) over () as open from (
       select c.id as "clientId", c.name as "clientName", ${sqlName('client', 'c.number')} as "saudaId", c.number, c.email,
              coalesce(f.value->>'frequency', 'quarterly') as frequency,
              not exists (select from active a where a.client_id = c.id)
                and c.created_at <= $1::date::timestamp at time zone 'Asia/Kolkata' - make_interval(days => $3) as inactive,
              l.cash, k.amount as retained, k.reason, c.frozen_at is not null as frozen,
              b.client_id is not null and ${pausedUntil('b', '$4')} is null as "hasBank",
              ${done} as settled, s.request_id as "requestId", s.funds as "settledFunds", s.retained as "settledRetained"
         from client c
         join client_ledger l on l.client_id = c.id
         left join setting_request f on f.client_id = c.id and f.kind = 'settlement' and f.status = 'in_force'
         left join withdrawal_pause b on b.client_id = c.id
         left join settlement_retention k on k.day = $1 and k.client_id = c.id
         left join settlement s on s.day = $1 and s.client_id = c.id
         left join wallet_request r on r.id = s.request_id
        where (l.cash >= $9 and l.cash > 0 and c.closure is null or ${done}) and ($5::uuid[] is null or c.id = any ($5))) x
      where settled or frequency = any ($2) or (inactive and 'monthly' = any ($2))) y
      where $6::boolean is null or (settled, number) > ($6, $7::bigint)
      order by settled, number limit $8`,
    [
      day,
      kinds,
      settlementRules.inactiveDays,
      bankRules.coolOffHours,
      clientIds,
      after?.settled ?? null,
      after?.number ?? null,
      limit ?? null,
      minimum,
    ],
  )

type Retention = { day: string; clientId: string; amount: bigint; reason: RetentionReason; operatorId: string }

export const saveRetention = (tx: Tx, r: Retention) =>
  r.amount === 0n
    ? tx.run('delete from settlement_retention where day = $1 and client_id = $2', [r.day, r.clientId])
    : tx.run(
        `insert into settlement_retention (day, client_id, amount, reason, entered_by) values ($1, $2, $3, $4, $5)
         on conflict (day, client_id) do update
           set amount = excluded.amount, reason = excluded.reason, entered_by = excluded.entered_by`,
        [r.day, r.clientId, r.amount, r.reason, r.operatorId],
      )

type Settled = SettledFunds & { readonly requestId: string | null; readonly operatorId: string }

/** Returns 0 if the client is settled on this date, unless that payment failed. */
export const insertSettlement = (tx: Tx, s: Settled) =>
  tx.run(
    `insert into settlement as o (day, client_id, frequency, inactive, funds, retained, reason, request_id, settled_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (day, client_id) do update
       set frequency = excluded.frequency, inactive = excluded.inactive, funds = excluded.funds, retained = excluded.retained,
           reason = excluded.reason, request_id = excluded.request_id, settled_by = excluded.settled_by, settled_at = now()
     where exists (select from wallet_request r where r.id = o.request_id and r.status = 'rejected')`,
    [s.day, s.clientId, s.settlement, s.inactive, s.funds, s.retained, s.reason, s.requestId, s.operatorId],
  )

/** Withdrawals that settlements of these clients on this date have made and no batch has yet, locked until the transaction ends. */
export const lockUnbatched = (tx: Tx, day: string, clientIds: readonly string[]) =>
  selectIds(
    tx,
    `select r.id from wallet_request r join settlement s on s.request_id = r.id
      where s.day = $1 and s.client_id = any ($2) and r.status = 'pending' and r.payout_batch_id is null
      order by r.id for no key update of r`,
    [day, clientIds],
  )
