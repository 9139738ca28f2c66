import type { Body, Reply } from '@sauda/contract/platform/call'
import { sqlName } from './name.sql.ts'
import type { ledgerCalls } from '@sauda/contract/core/ledger'
import { selectView, selectViews, type Sql, type Tx } from '../../platform/db.ts'

type Adjustment = Reply<typeof ledgerCalls.adjustments>['adjustments'][number]

/** `amount` in paise. */
export type AdjustmentRow = Omit<Adjustment, 'amount'> & { amount: bigint; email: string }

const select = `select a.id as "_id", a.client_id as "clientId", c.name as "clientName", c.email, ${sqlName('client', 'c.number')} as "saudaId",
    a.kind, a.amount, a.reason, a.status, a.requested_by as "requestedById", r.name as "requestedBy", a.decided_by as "decidedById",
    d.name as "decidedBy", a.created_at as "createdAt"
  from adjustment a
  join client c on c.id = a.client_id
  join operator r on r.id = a.requested_by
  left join operator d on d.id = a.decided_by`

/** Pending ones first, oldest first, then the latest decided ones. */
export const selectAdjustments = (sql: Sql, limit: number) =>
  selectViews<AdjustmentRow>(
    sql,
    `${select} order by a.status <> 'pending', case when a.status = 'pending' then a.created_at end, a.decided_at desc, a.id
      limit $1`,
    [limit],
  )

export const adjustmentItems = `select id, client_id, amount, created_at as since,
    requested_by as first_approval_by, kind as type
  from adjustment where status = 'pending'`

export const findAdjustment = (sql: Sql, id: string) =>
  selectView<AdjustmentRow>(sql, `${select} where a.id = $1`, [id])

type NewAdjustment = Body<typeof ledgerCalls.requestAdjustment>

/** 0 if the client does not exist. */
export const insertAdjustment = (tx: Tx, id: string, operatorId: string, a: NewAdjustment) =>
  tx.run(
    `insert into adjustment (id, client_id, kind, amount, reason, requested_by)
     select $1, id, $3, $4, $5, $6 from client where id = $2`,
    [id, a.clientId, a.kind, a.amount, a.reason, operatorId],
  )
