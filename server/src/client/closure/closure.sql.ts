import type { ComplaintSource } from '@sauda/contract/client/complaint-name'
import type { KycStatus } from '@sauda/contract/client/kyc'
import { sqlName, sqlRequestName } from '../../core/ledger/name.sql.ts'
import { sqlCancellable } from '../../core/ledger/shared-condition.sql.ts'
import { pausedUntil } from '../../core/ledger/ledger.ts'
import { dataKeyOf } from '../../platform/data-key.ts'
import { requireRow, type Sql, type Tx, selectValue } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import { sellable } from './closure.sale.sql.ts'

/** The client, then the ledger: postings and new requests wait until the transaction ends. */
export const lockAccount = (tx: Tx, clientId: string) => tx.run('select lock_account($1)', [clientId])

export type AccountState = {
  cash: bigint
  invested: bigint
  loan: bigint
  cashback: bigint
  withheld: bigint
  unsettled: bigint
  dues: bigint
  closure: 'open' | 'closed' | null
  positions: number
  /** Stocks that can be sold, and those of which the company takes or pays shares. */
  holdings: number
  awaited: number
  /** Short deliveries that are neither closed out nor ended. */
  shortages: number
  /** Trades of the exchanges' files. */
  unbooked: number
  loans: number
  requests: number
  pending: {
    id: string
    type: 'added' | 'withdrawal'
    name: string
    paise: number
    since: string
    canCancel: boolean
    /** No time is promised while it is on hold. */
    onHold: boolean
  }[]
  /** Paise. */
  charges: bigint
  complaints: number
  open_complaints: { id: string; name: string; source: ComplaintSource }[]
  proposals: number
  contacts: number
  adjustments: number
  kyc_status: KycStatus
  account_number: string | null
  ifsc: string | null
  data_key: Buffer | null
  paused_until: Date | null
}

const listed = (fields: string) => `(select coalesce(json_agg(json_build_object(${fields}) order by number), '[]')`

export const findState = (sql: Sql, clientId: string, coolOffHours: number) =>
  requireRow(
    sql.row<AccountState>(
      `select l.cash, l.invested, l.loan, l.cashback, l.withheld, l.unsettled, l.dues, l.closure, o.*, c.kyc_status,
              (select count(distinct stock)::int from ${sellable('c.id')}) as holdings,
              (select count(distinct stock)::int from lot where client_id = c.id and open_quantity > 0 and is_fraction) as awaited,
              ${listed(`'id', id, 'type', type, 'name', ${sqlRequestName()}, 'paise', amount, 'since', created_at,
                'canCancel', ${sqlCancellable}, 'onHold', exists (select from queue_hold h where h.item_id = wallet_request.id and h.remind_at > now())`)}
                 from wallet_request where client_id = c.id and status = 'pending') as pending,
              ${listed("'id', id, 'name', 'CMP' || number, 'source', source")}
                 from complaint where client_id = c.id and status = 'open') as open_complaints,
              b.account_number, b.ifsc, ${dataKeyOf('c.id')} as data_key,
              ${pausedUntil('p', '$2')} as paused_until
         from client c
         join client_ledger l on l.client_id = c.id
         join open_item o on o.client_id = c.id
         left join bank_details b on b.client_id = c.id
         left join withdrawal_pause p on p.client_id = c.id
        where c.id = $1`,
      [clientId, coolOffHours],
    ),
  )

export type ClosureRow = {
  id: string
  status: 'open' | 'closed'
  request_id: string | null
  failure: string | null
  created_at: Date
  ended_at: Date | null
  /** Number of the withdrawal; null without one. */
  number: bigint | null
  amount: bigint | null
  is_pending: boolean
  is_approved: boolean
}

/** The one that is open or completed. */
export const findClosure = (sql: Sql, clientId: string) =>
  sql.row<ClosureRow>(
    `select k.id, k.status, k.request_id, k.failure, k.created_at, k.ended_at, r.number, r.amount,
            coalesce(r.status = 'pending', false) as is_pending,
            r.first_approval_at is not null or r.payout_batch_id is not null as is_approved
       from closure k left join wallet_request r on r.id = k.request_id
      where k.client_id = $1 and k.status <> 'cancelled'`,
    [clientId],
  )

type LockedRow = { id: string; name: string; email: string }

const locked = (condition: string) =>
  `select k.id, c.name, c.email from closure k join client c on c.id = k.client_id where ${condition} for no key update of k`

/** No row unless it is open and has this withdrawal. */
export const lockClosureOf = (tx: Tx, requestId: string) =>
  tx.row<LockedRow>(locked("k.request_id = $1 and k.status = 'open'"), [requestId])

/** No row unless the account is closed. */
export const lockClosed = (tx: Tx, clientId: string) =>
  tx.row<LockedRow>(locked("k.client_id = $1 and k.status = 'closed'"), [clientId])

const setClient = (tx: Tx, clientId: string, change: string) =>
  tx.run(`update client set ${change} where id = $1`, [clientId])

/** Why the login of a closed account is frozen, where no operator had frozen it. */
const closedReason = 'Account closed'

export async function openClosure(tx: Tx, id: string, clientId: string): Promise<void> {
  await tx.run('insert into closure (id, client_id) values ($1, $2)', [id, clientId])
  await setClient(tx, clientId, "closure = 'open'")
}

export const setPayout = (tx: Tx, id: string, requestId: string) =>
  tx.run('update closure set request_id = $2, failure = null where id = $1', [id, requestId])

export const setFailure = (tx: Tx, id: string, failure: string) =>
  tx.run('update closure set failure = $2 where id = $1', [id, failure])

export async function cancelClosure(tx: Tx, id: string, clientId: string): Promise<void> {
  await tx.run("update closure set status = 'cancelled', ended_at = statement_timestamp() where id = $1", [id])
  await setClient(tx, clientId, 'closure = null')
}

export async function completeClosure(tx: Tx, id: string, clientId: string): Promise<void> {
  await tx.run(
    "update closure set status = 'closed', failure = null, ended_at = statement_timestamp() where id = $1 and status = 'open'",
    [id],
  )
  await setClient(
    tx,
    clientId,
    `closure = 'closed', frozen_reason = case when frozen_at is null then '${closedReason}' else frozen_reason end,
     frozen_at = coalesce(frozen_at, now())`,
  )
}

/** Whether an operator had frozen the login, so that it stays frozen. */
export async function reopenClosure(tx: Tx, id: string, clientId: string, failure: string): Promise<boolean> {
  await tx.run(
    "update closure set status = 'open', failure = $2, ended_at = null, statement_sent_at = null where id = $1",
    [id, failure],
  )
  const isOurs = `frozen_reason = '${closedReason}' and frozen_by is null`
  return selectValue<boolean>(
    tx,
    `update client set closure = 'open', frozen_at = case when ${isOurs} then null else frozen_at end,
              frozen_reason = case when ${isOurs} then null else frozen_reason end
        where id = $1 returning frozen_at is not null`,
    [clientId],
  )
}

/** Returns the id, which is the cause of the journal. */
export const insertCashback = (tx: Tx, c: { clientId: string; isRestored: boolean; paise: bigint }) =>
  selectValue<string>(
    tx,
    'insert into closure_cashback (id, client_id, is_restored, amount) values ($1, $2, $3, $4) returning id',
    [newId(), c.clientId, c.isRestored, c.paise],
  )

/** Paise of cashback that ended with a closing and was not restored. */
export const endedCashback = (tx: Tx, clientId: string) =>
  selectValue<bigint>(
    tx,
    `select coalesce(sum(case when is_restored then -amount else amount end), 0)::bigint
       from closure_cashback where client_id = $1`,
    [clientId],
  )

/** Closed accounts whose final statement was not sent, oldest first. */
export const selectUnsent = (sql: Sql, limit: number) =>
  sql.rows<{ id: string; client_id: string; name: string; email: string; sauda_id: string }>(
    `select k.id, k.client_id, c.name, c.email, ${sqlName('client', 'c.number')} as sauda_id
       from closure k join client c on c.id = k.client_id
      where k.status = 'closed' and k.statement_sent_at is null order by k.ended_at limit $1`,
    [limit],
  )

/**
 * Closed accounts to which trades or corporate actions booked money, dues or shares since; one of them, or all. While a day of the client is
 * being booked, which may have been undone for that, nobody knows what is left.
 */
export const selectBooked = (sql: Sql, clientId?: string) =>
  sql.rows<{ id: string; client_id: string; name: string; email: string }>(
    `select k.id, k.client_id, c.name, c.email
       from closure k join client c on c.id = k.client_id join client_ledger l on l.client_id = c.id join open_item o on o.client_id = c.id
      where k.status = 'closed' and (l.cash + l.dues > 0 or o.positions > 0) and ($1::uuid is null or c.id = $1)
        and not exists (select from exchange_trade t join trade_day d on d.day = t.day and d.booked_at is null
                         where t.client_id = c.id and t.booked_at is null)
      order by k.id`,
    [clientId ?? null],
  )

/** 0 if another process sent it, or the account is open again. */
export const setSent = (tx: Tx, id: string) =>
  tx.run(
    `update closure set statement_sent_at = statement_timestamp()
      where id = $1 and status = 'closed' and statement_sent_at is null`,
    [id],
  )
