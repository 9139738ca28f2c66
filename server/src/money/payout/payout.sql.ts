import { insertSentFile } from '../../core/sent-file/sent-file.sql.ts'
import { newId } from '../../platform/id.ts'
import type { SentCsv } from '../../platform/upload.ts'
import { reversalColumn, type ReversalRow } from '../../core/ledger/bank-account.ts'
import { sqlName } from '../../core/ledger/name.sql.ts'
import { isReference } from '../../core/ledger/reference.ts'
import type { Payout, PayoutBatch } from '@sauda/contract/money/payout'
import type { BankLayout, PayoutLayout } from '@sauda/contract/money/payout-layout'
import { dataKeyOf } from '../../platform/data-key.ts'
import { sqlDayOf, sqlStartOf } from '../../platform/india.ts'
import { requireRow, selectView, selectViews, type Sql, type Tx } from '../../platform/db.ts'

export const everyLayout = (sql: Sql) => selectViews<BankLayout>(sql, `${layouts} order by b.name, b.id`)

const layouts = `select b.id as "bankId", b.name as "bankName", b.account_number as "accountNumber", b.ifsc, l.layout
  from broker_bank b left join payout_layout l on l.bank_id = b.id`

/** Locks the bank account, so that two changes or releases follow each other. */
export async function lockBank(tx: Tx, bankId: string): Promise<BankLayout | undefined> {
  await tx.run('select from broker_bank where id = $1 for no key update', [bankId])
  return selectView<BankLayout>(tx, `${layouts} where b.id = $1`, [bankId])
}

export const saveLayout = (tx: Tx, bankId: string, layout: PayoutLayout) =>
  tx.run(
    `insert into payout_layout (bank_id, layout) values ($1, $2)
     on conflict (bank_id) do update set layout = excluded.layout`,
    [bankId, JSON.stringify(layout)],
  )

type NewBatch = {
  readonly id: string
  readonly bankId: string
  readonly layout: PayoutLayout
  readonly debitAccount: string
  readonly debitIfsc: string
  readonly operatorId: string
}

export const insertBatch = (tx: Tx, b: NewBatch) =>
  tx.run(
    `insert into payout_batch (id, bank_id, layout, debit_account, debit_ifsc, created_by) values ($1, $2, $3, $4, $5, $6)`,
    [b.id, b.bankId, JSON.stringify(b.layout), b.debitAccount, b.debitIfsc, b.operatorId],
  )

export const insertPayouts = (tx: Tx, batchId: string, requestIds: readonly string[]) =>
  tx.run('insert into payout (batch_id, request_id) select $1, unnest($2::uuid[])', [batchId, requestIds])

export type BatchRow = {
  id: string
  name: string
  bank_id: string
  bank_name: string
  layout: PayoutLayout
  debit_account: string
  debit_ifsc: string
  status: PayoutBatch['status']
  created_by: string
}

/** Paise that a proposal about a batch pays or takes back: of its failed payments, if it names some, otherwise of all open ones. */
export const proposedAmount = `(select sum(r.amount)::bigint from wallet_request r
  where r.payout_batch_id = (payload->>'batchId')::uuid and r.status = 'pending'
    and coalesce(payload->'failures' @> jsonb_build_array(jsonb_build_object('id', r.id)), true))`

const batch = `select id, 'PAY' || number as name, bank_id, (select name from broker_bank where id = bank_id) as bank_name, layout,
    debit_account, debit_ifsc, status, created_by
  from payout_batch where id = $1`

export const selectBatch = (sql: Sql, id: string) => sql.row<BatchRow>(batch, [id])

/** Serialises everything that changes a batch. */
export const lockBatch = (tx: Tx, id: string) => tx.row<BatchRow>(`${batch} for no key update`, [id])

/** Releases a batch and numbers its file among those of the account and day; the account must be locked. */
export const releaseBatch = (tx: Tx, id: string, operatorId: string) =>
  tx.run(
    `update payout_batch p set status = 'released', released_by = $2, released_at = statement_timestamp(),
            serial = 1 + (select count(*) from payout_batch o
                           where o.bank_id = p.bank_id and o.serial is not null
                             and (o.released_at at time zone 'Asia/Kolkata')::date
                               = (statement_timestamp() at time zone 'Asia/Kolkata')::date)
      where id = $1`,
    [id, operatorId],
  )

type SentFile = { readonly bankId: string; readonly batchId: string; readonly day: string; readonly content: Buffer }

/**
 * The number of a file among those of its account and date: a new one unless the batch had the same file that day. The
 * account must be locked.
 */
export async function serialOfFile(tx: Tx, { bankId, batchId, day, content }: SentFile): Promise<number> {
  const row = await requireRow(
    tx.row<{ serial: number }>(
      `with known as (select serial from payout_file where bank_id = $1 and day = $3 and batch_id = $2 and content = $4),
       added as (
         insert into payout_file (bank_id, day, serial, batch_id, content)
         select $1, $3, 1 + greatest(
                  coalesce((select max(serial) from payout_file where bank_id = $1 and day = $3), 0),
                  -- Until version 1.0 files had the number of the release.
                  coalesce((select max(serial) from payout_batch
                             where bank_id = $1 and id <> $2 and ${sqlDayOf('released_at')} = $3::date and downloaded_at is not null
                               and not exists (select from payout_file f where f.batch_id = payout_batch.id)), 0)), $2, $4
          where not exists (select from known)
         returning serial)
       select serial from known union all select serial from added`,
      [bankId, batchId, day, content],
    ),
  )
  return row.serial
}

export const cancelBatch = (tx: Tx, id: string, reason: string) =>
  tx.run("update payout_batch set status = 'cancelled', cancel_reason = $2 where id = $1", [id, reason])

export const setDownloaded = (tx: Tx, id: string, operatorId: string) =>
  tx.run('update payout_batch set downloaded_by = $2, downloaded_at = statement_timestamp() where id = $1', [
    id,
    operatorId,
  ])

export type BatchViewRow = Omit<PayoutBatch, 'all' | 'paid' | 'failed' | 'open'> &
  Record<'count' | 'paidCount' | 'failedCount' | 'openCount', number> &
  Record<'amount' | 'paidAmount' | 'failedAmount' | 'openAmount', bigint>

const sumOf = (name: string, condition: string) =>
  `(count(*) filter (where ${condition}))::int as "${name}Count",
   coalesce(sum(r.amount) filter (where ${condition}), 0)::bigint as "${name}Amount"`

const inBatch = 'r.payout_batch_id = y.batch_id'

const batches = `select p.id as "_id", 'PAY' || p.number as name, p.bank_id as "bankId", b.name as "bankName",
    p.layout->>'name' as "layoutName", p.status, s.*, c.name as "createdBy", p.created_by as "createdById",
    p.created_at as "createdAt", r.name as "releasedBy", p.released_at as "releasedAt", d.name as "downloadedBy",
    p.downloaded_at as "downloadedAt", p.cancel_reason as "cancelReason", w.id as "proposalId", w.kind as "proposalKind",
    w.status as "proposalStatus"
  from payout_batch p
  join broker_bank b on b.id = p.bank_id
  join operator c on c.id = p.created_by
  left join operator r on r.id = p.released_by
  left join operator d on d.id = p.downloaded_by
  left join lateral (
    select o.id, o.kind, o.status from proposal o
     where o.status = 'pending' and o.kind like 'payout.%' and o.payload->>'batchId' = p.id::text limit 1) w on true
  cross join lateral (
    select count(*)::int as count, coalesce(sum(r.amount), 0)::bigint as amount,
           ${sumOf('paid', `${inBatch} and r.status = 'approved'`)},
           ${sumOf('failed', `${inBatch} and r.status = 'rejected'`)},
           ${sumOf('open', `${inBatch} and r.status = 'pending'`)}
      from payout y join wallet_request r on r.id = y.request_id where y.batch_id = p.id) s`

export const newestBatches = (sql: Sql, limit: number) =>
  selectViews<BatchViewRow>(sql, `${batches} order by p.number desc limit $1`, [limit])

export const findBatch = (sql: Sql, id: string) => selectView<BatchViewRow>(sql, `${batches} where p.id = $1`, [id])

/** Paise left in the bank account by the books after this batch and every payment that the bank has not answered. */
export const fundsFor = (sql: Sql, batch: Pick<BatchViewRow, '_id' | 'bankId'>) =>
  requireRow(
    sql.row<{ left: bigint }>(
      `select (coalesce((select sum(case when debit = 'bank' then amount else -amount end)
                           from ledger_days('-infinity', 'infinity') where bank_id = $2 and 'bank' in (debit, credit)), 0)
             - coalesce((select sum(r.amount) from payout_batch p join wallet_request r on r.payout_batch_id = p.id
                          where p.bank_id = $2 and (p.id = $1 or p.status = 'released') and r.status = 'pending'), 0))::bigint as left`,
      [batch._id, batch.bankId],
    ),
  )

/** Payouts that failed on a day in India. */
export const failedPayouts = (sql: Sql, day: string) =>
  requireRow(
    sql.row<{ count: number; amount: bigint }>(
      `select count(*)::int as count, coalesce(sum(r.amount), 0)::bigint as amount
         from payout y join wallet_request r on r.id = y.request_id
        where ${inBatch} and r.status = 'rejected'
          and r.decided_at >= ${sqlStartOf('$1::date')} and r.decided_at < ${sqlStartOf('($1::date + 1)')}`,
      [day],
    ),
  )

type Unanswered = { batches: number; payments: number; amount: bigint; since: string | null }

/** Payments of released batches that the bank has not answered; `since`: the day of the oldest release in India. */
export const unansweredPayouts = (sql: Sql) =>
  requireRow(
    sql.row<Unanswered>(
      `select count(distinct p.id)::int as batches, count(*)::int as payments, coalesce(sum(r.amount), 0)::bigint as amount,
              to_char(${sqlDayOf('min(p.released_at)')}, 'YYYY-MM-DD') as since
         from payout_batch p join payout y on y.batch_id = p.id join wallet_request r on r.id = y.request_id
        where p.status = 'released' and ${inBatch} and r.status = 'pending'`,
    ),
  )

export type PayoutRow = Omit<Payout, 'amount' | 'accountNumber' | 'reversed' | 'warnings' | 'obstacles'> & {
  amount: bigint
  /** Encrypted. */
  payToNumber: string
  dataKey?: Buffer
  reversed?: ReversalRow
}

/** In the order of the clients, the order in which their ledgers are locked. */
export const payoutsOf = (sql: Sql, batchId: string) =>
  selectViews<PayoutRow>(
    sql,
    `select r.id as "_id", ${sqlName('withdrawal', 'r.number')} as "transactionId", r.client_id as "clientId", c.name as "clientName",
            ${sqlName('client', 'c.number')} as "saudaId", r.amount, case when ${inBatch} then r.status else 'removed' end as status,
            r.pay_to_name as "payeeName", r.pay_to_number as "payToNumber", r.pay_to_ifsc as ifsc, ${dataKeyOf('r.client_id')} as "dataKey",
            r.bank_reference as "bankReference", r.reason, r.created_at as "createdAt", r.decided_at as "decidedAt",
            ${reversalColumn('r')} as reversed
       from payout y
       join wallet_request r on r.id = y.request_id
       join client c on c.id = r.client_id
      where y.batch_id = $1 order by r.client_id, r.id`,
    [batchId],
  )

/** Bank references that other payments use. */
export const usedReferences = (sql: Sql, references: readonly string[]) =>
  sql.rows<{ reference: string; used_by: string }>(
    `select p.reference, p.used_by from unnest($1::text[]) u (name)
      cross join lateral (select * from payment_reference r where ${isReference('r', 'u.name')} and r.direction = 'debit' offset 0) p`,
    [references],
  )

export type NewAnswer = { readonly batchId: string; readonly csv: SentCsv; readonly operatorId: string }

export async function insertAnswer(tx: Tx, { batchId, csv, operatorId }: NewAnswer): Promise<void> {
  await insertSentFile(tx, csv)
  await tx.run('insert into payout_answer (id, batch_id, name, sha256, imported_by) values ($1, $2, $3, $4, $5)', [
    newId(),
    batchId,
    csv.name,
    csv.sha256,
    operatorId,
  ])
}

/** An answer counts when it is sent; the return of money for the payments that it reports as failed waits (settled, section 14). */
export const sentAnswers = `
  select f.id, f.name, 'PAY' || b.number as about,
         case p.status when 'pending' then 'waiting' else 'counted' end as status, f.imported_at as at, f.imported_by as sent_by,
         p.decided_by, f.sha256, case p.status when 'pending' then p.id end as proposal_id
    from payout_answer f join payout_batch b on b.id = f.batch_id
    left join lateral (
      select p.* from proposal p
       where p.kind = 'payout.fail' and p.payload ->> 'batchId' = f.batch_id::text and p.payload ->> 'sha256' = encode(f.sha256, 'hex')
       order by p.id desc limit 1) p on true`
