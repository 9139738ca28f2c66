import type { Frequency } from '@sauda/contract/core/setting-name'
import { sqlName } from '../../core/ledger/name.sql.ts'
import { sqlCancellable } from '../../core/ledger/shared-condition.sql.ts'
import type { RequestStatus, RequestType } from '@sauda/contract/money/wallet'
import { type BankBooking, bookingsColumn, reversalColumn, type ReversalRow } from '../../core/ledger/bank-account.ts'
import { dataKeyOf } from '../../platform/data-key.ts'
import { requireRow, type Sql, type Tx } from '../../platform/db.ts'

export type RequestRow = {
  id: string
  number: bigint
  client_id: string
  type: RequestType
  /** Paise. */
  amount: bigint
  /** The amount credited, if it differs from the request; set from the first of two approvals on. */
  credited: bigint | null
  status: RequestStatus
  reference: string | null
  utr: string | null
  pay_to_name: string | null
  /** Encrypted; see `numberOf`. */
  pay_to_number: string | null
  data_key: Buffer | null
  pay_to_ifsc: string | null
  bank_reference: string | null
  payout_batch_id: string | null
  /** Set if a settlement of unused funds made the withdrawal. */
  settlement: Frequency | null
  first_approval_at: Date | null
  /** Null also if the client cancelled the request. */
  decided_by: string | null
  decided_at: Date | null
  reason: string | null
  created_at: Date
  /** Paise; this and `reversed` only where they are shown. */
  paid_dues?: bigint | null
  reversed?: ReversalRow | null
}

export const requestColumns = `r.id, r.number, r.client_id, r.type, r.amount, r.credited, r.status, r.reference, r.utr, r.pay_to_name,
  r.pay_to_number, r.pay_to_ifsc, r.bank_reference, r.payout_batch_id, r.settlement, r.first_approval_at, r.decided_by, r.decided_at, r.reason, r.created_at,
  ${dataKeyOf('r.client_id')} as data_key`

/** The request is the payout of the whole balance, with which the account is closed. */
const closesColumn = "exists (select from closure k where k.request_id = r.id and k.status = 'open') as closes"

const shownColumns = `${requestColumns}, dues_paid(r.client_id, r.id) as paid_dues, ${reversalColumn('r')} as reversed`

/** The order of every command: the request, the client, then its ledger. */
export const lockClient = (tx: Tx, clientId: string) =>
  tx.run('select from client where id = $1 for no key update', [clientId])

type Intent = { reference: string; clientId: string; paise: bigint }

export function insertIntent(sql: Sql, { reference, clientId, paise }: Intent) {
  const values = [reference, clientId, paise]
  return sql.run('insert into deposit_intent (reference, client_id, amount) values ($1, $2, $3)', values)
}

/** Returns 0 if the intent is another client's, has another amount, or was used or deleted. */
export const useIntent = (tx: Tx, { reference, clientId, paise }: Intent) =>
  tx.run(
    `update deposit_intent set used_at = now()
      where reference = $1 and client_id = $2 and amount = $3 and used_at is null`,
    [reference, clientId, paise],
  )

export const wasIntentUsed = (sql: Sql, reference: string, clientId: string) =>
  sql.row('select from deposit_intent where reference = $1 and client_id = $2 and used_at is not null', [
    reference,
    clientId,
  ])

export const deleteOldIntents = (sql: Sql, days: number) =>
  sql.run('delete from deposit_intent where created_at < now() - make_interval(days => $1)', [days])

type NewDeposit = {
  id: string
  clientId: string
  paise: bigint
  reference: string
  utr: string | null
  /** The operator who gave the first approval with the request. */
  requestedBy?: string | undefined
}

export const insertDeposit = (tx: Tx, d: NewDeposit) =>
  requireRow(
    tx.row<RequestRow>(
      `insert into wallet_request as r (id, client_id, type, amount, reference, utr, first_approval_by, first_approval_at, broker_bank_id)
       values ($1, $2, 'added', $3, $4, $5, $6, case when $6::uuid is not null then now() end,
               (select id from broker_bank where receives))
       returning ${requestColumns}`,
      [d.id, d.clientId, d.paise, d.reference, d.utr, d.requestedBy ?? null],
    ),
  )

export const lockKycStatus = (tx: Tx, clientId: string) =>
  tx.row<{ kyc_status: string }>('select kyc_status from client where id = $1 for key share', [clientId])

/** Newest first. */
export const selectRequests = (sql: Sql, clientId: string, before: string | null, limit: number) =>
  sql.rows<RequestRow>(
    `select ${shownColumns} from wallet_request r
      where r.client_id = $1 and r.id < coalesce($2::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
      order by r.id desc limit $3`,
    [clientId, before, limit],
  )

export const countRequests = (sql: Sql, clientId: string) =>
  sql.row<{ requests: bigint }>('select requests from wallet_count where client_id = $1', [clientId])

export const findOwnRequest = (sql: Sql, id: string, clientId: string) =>
  sql.row<RequestRow & { can_cancel: boolean }>(
    `select ${shownColumns}, ${sqlCancellable} as can_cancel from wallet_request r where r.id = $1 and r.client_id = $2`,
    [id, clientId],
  )

export type DecidedRow = RequestRow & { client_name: string; client_email: string; closes: boolean }

export type LockedRow = DecidedRow & {
  broker_bank_id: string | null
  first_approval_by: string | null
  /** Paise: as stated now, else at the first approval, else as requested. */
  received: bigint
  /** At most two bank lines with `received` and the reference. */
  bookings: BankBooking[] | null
  /** The broker's bank accounts. */
  accounts: Account[]
}

type Lock = { id: string; amount?: bigint | undefined; reference?: string | undefined }

const received = 'coalesce($2::bigint, r.credited, r.amount)'
const bookings = bookingsColumn({
  reference: '$3',
  direction: `case r.type when 'added' then 'credit' else 'debit' end`,
  paise: received,
})

const lock = `select ${requestColumns}, r.broker_bank_id, r.first_approval_by, c.name as client_name, c.email as client_email,
       ${received} as received, ${bookings} as bookings, ${closesColumn},
       (select json_agg(json_build_object('_id', b.id, 'name', b.name)) from broker_bank b) as accounts
  from wallet_request r join client c on c.id = r.client_id where r.id = $1 for no key update of r`

/** Locks the request until the transaction ends. */
export const lockRequest = (tx: Tx, { id, amount, reference }: Lock) => tx.row<LockedRow>(lock, [id, amount, reference])

export const findOperatorName = (sql: Sql, id: string) =>
  sql.row<{ name: string }>('select name from operator where id = $1', [id])

type Account = { _id: string; name: string }

export const selectAccounts = (sql: Sql) =>
  sql.rows<Account>('select id as "_id", name from broker_bank order by name, id')

const decide = (change: string) => `update wallet_request r set ${change} where r.id = $1`

// The following are for a locked, pending request.

type Decision = { id: string; operatorId: string }
type Approval = Decision & { credited: bigint | null }
/** `proofLineId`: the bank line on which one operator approved it alone. */
type Proven = Approval & {
  reference: string | undefined
  accountId: string | undefined
  proofLineId?: string | undefined
  /** The bank line from which the request is approved. */
  lineId?: string | undefined
}

const setApproved = // Without a subquery, which would be planned for each call.
  decide(`status = 'approved', decided_by = $2, decided_at = statement_timestamp(), bank_reference = $3,
  broker_bank_id = coalesce($4, r.broker_bank_id, receiving_account()), credited = $5,
  proof_line_id = $6, approved_from = $7`)

export const approveRequest = (tx: Tx, a: Proven) =>
  tx.run(setApproved, [
    a.id,
    a.operatorId,
    a.reference ?? null,
    a.accountId,
    a.credited,
    a.proofLineId,
    a.reference === undefined ? a.lineId : null,
  ])

export const approveFirst = (tx: Tx, a: Approval & { reference: string | undefined; accountId: string | undefined }) =>
  tx.run(
    decide(`first_approval_by = $2, first_approval_at = statement_timestamp(), first_approval_reference = $3,
      credited = $4, broker_bank_id = coalesce($5, r.broker_bank_id)`),
    [a.id, a.operatorId, a.reference ?? null, a.credited, a.accountId],
  )

export const takeBackFirst = (tx: Tx, id: string) =>
  tx.run(
    decide('first_approval_by = null, first_approval_at = null, first_approval_reference = null, credited = null'),
    [id],
  )

export const rejectRequest = (tx: Tx, r: Decision & { reason: string }) =>
  tx.run(
    decide("status = 'rejected', decided_by = $2, decided_at = statement_timestamp(), reason = $3, credited = null"),
    [r.id, r.operatorId, r.reason],
  )

/** Cancels a withdrawal; no row unless it is the client's own and may be cancelled. */
export const cancelWithdrawal = (tx: Tx, c: { id: string; clientId: string; reason: string }) =>
  tx.row<RequestRow & { closes: boolean }>(
    `update wallet_request r set status = 'rejected', decided_at = statement_timestamp(), reason = $3
      where r.id = $1 and r.client_id = $2 and ${sqlCancellable}
      returning ${requestColumns}, ${closesColumn}`,
    [c.id, c.clientId, c.reason],
  )

const canReply = (days: number) => `r.type = 'added' and r.status = 'rejected' and r.decided_by is not null
  and r.decided_at > statement_timestamp() - make_interval(days => ${days})`

/** Locks a deposit of the client whose rejection may still be answered. */
export const lockRejectedDeposit = (tx: Tx, d: { id: string; clientId: string; days: number }) =>
  tx.row<RequestRow>(
    `select ${requestColumns} from wallet_request r
      where r.id = $1 and r.client_id = $2 and ${canReply(d.days)} for no key update of r`,
    [d.id, d.clientId],
  )

/** Makes a rejected deposit pending again; its row must be locked. */
export const reopenDeposit = (tx: Tx, id: string) =>
  requireRow(
    tx.row<RequestRow>(
      `update wallet_request r set status = 'pending', decided_by = null, decided_at = null, reason = null,
         first_approval_by = null, first_approval_at = null, first_approval_reference = null, credited = null
        where r.id = $1 returning ${requestColumns}`,
      [id],
    ),
  )

export type DeskRow = RequestRow & {
  client_name: string
  sauda_id: string
  first_approval_by: string | null
  first_approval_by_name: string | null
  first_approval_reference: string | null
  bank_account: string | null
  decided_by_name: string | null
  payout_name: string | null
}

export const findDeskRequest = (sql: Sql, id: string) =>
  sql.row<DeskRow>(
    `select ${shownColumns}, c.name as client_name, ${sqlName('client', 'c.number')} as sauda_id, r.first_approval_by, f.name as first_approval_by_name, r.first_approval_reference,
            b.name as bank_account, d.name as decided_by_name, 'PAY' || p.number as payout_name
       from wallet_request r
       join client c on c.id = r.client_id
       left join operator f on f.id = r.first_approval_by
       left join operator d on d.id = r.decided_by
       left join payout_batch p on p.id = r.payout_batch_id
       left join broker_bank b on b.id = r.broker_bank_id
      where r.id = $1`,
    [id],
  )

/** Deposits being matched, and of each type the newest request if it was rejected. */
export const walletAttention = (rejectedDays: number) => `
  select 'deposit' as kind, id, null as detail, amount, 1 as count, null::date as due_on, null as reason, created_at as since
    from wallet_request where client_id = $1 and status = 'pending' and type = 'added'
  union all
  select case type when 'added' then 'rejected.deposit' else 'rejected.withdrawal' end, id, null, amount, 1, null, reason,
         decided_at
    from (select distinct on (type) * from wallet_request where client_id = $1 order by type, id desc) r
   where status = 'rejected' and decided_by is not null and decided_at > now() - make_interval(days => ${rejectedDays})`

const itemsOf = (
  type: RequestType,
) => `select id, client_id, amount, created_at as since, first_approval_by, null as type
  from wallet_request where status = 'pending' and type = '${type}' and payout_batch_id is null`

export const depositItems = itemsOf('added')
export const withdrawalItems = itemsOf('withdrawal')
