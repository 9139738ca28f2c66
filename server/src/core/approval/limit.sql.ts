import { type Sql, selectColumn, selectIds } from '../../platform/db.ts'

// What one operator approved alone, which the limits per client and operator count, and whom an operator credited.

/** Midnight in India, the start of the limits per day. */
const today = `(date_trunc('day', now() at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata')`

export type ClientAndOperator = { clientId: string; operatorId: string }

/** What may still be approved by one operator: of a client, and by the operator. Paise, negative where one request is above the limit. */
export type Left = { readonly client: bigint; readonly operator: bigint }

/** Whether what one operator approved alone is more than what is left, `$3` or `$4`. Stops at the row where it is. */
const isAbove = (amount: string, { alone, whose, left }: { alone: string; whose: string; left: '$3' | '$4' }) =>
  `(${left}::bigint < 0 or exists (
    select from (select sum(${amount}) over (order by r.decided_at rows unbounded preceding) as total
                   from wallet_request r where ${alone} and ${whose}) s
     where s.total > ${left}::bigint))`

/** Deposits that one operator approved today without a bank line that proves them or that two operators matched. */
const depositedAlone = `r.status = 'approved' and r.type = 'added' and r.first_approval_by is null and r.decided_at >= ${today}
    and r.proof_line_id is null
    and not exists (select from bank_link k where k.payment_id = r.id and k.kind = 'payment' and k.linked_by <> k.requested_by)`

const depositAbove = (whose: string, left: '$3' | '$4') =>
  isAbove('coalesce(r.credited, r.amount)', { alone: depositedAlone, whose, left })

export const depositLimits = (sql: Sql, { clientId, operatorId, left }: ClientAndOperator & { readonly left: Left }) =>
  sql.row<{ client: boolean; operator: boolean; pays: boolean }>(
    `select ${depositAbove('r.client_id = $1', '$3')} as client, ${depositAbove('r.decided_by = $2', '$4')} as operator,
            exists (select from wallet_request w
                     where w.client_id = $1 and w.type = 'withdrawal' and w.status <> 'rejected'
                       and ((w.decided_by = $2 and w.decided_at > now() - interval '24 hours')
                         or (w.first_approval_by = $2 and w.first_approval_at > now() - interval '24 hours'))) as pays`,
    [clientId, operatorId, left.client, left.operator],
  )

/** Withdrawals that one operator approved in the last 24 hours. */
const paidAlone = `r.status = 'approved' and r.type = 'withdrawal' and r.first_approval_by is null
    and r.proof_line_id is null and r.decided_at > now() - interval '24 hours'`
const paidAbove = (whose: string, left: '$3' | '$4') => isAbove('r.amount', { alone: paidAlone, whose, left })

/** A deposit `d` that was approved less than 24 hours before this moment. */
export const depositSince = (moment: string): string =>
  `d.type = 'added' and d.status = 'approved' and d.decided_at > ${moment} - interval '24 hours'`

const recentDeposit = depositSince('now()')

/** Whether the operator `$2` approved a deposit of one of the clients in the last 24 hours. Citus needs a selected column. */
const deposited = (clients: string) => `exists (
    select 1 from wallet_request d
     where d.client_id = any (${clients}) and ${recentDeposit} and $2 in (d.decided_by, d.first_approval_by))`

/**
 * Clients credited otherwise in the last 24 hours, at the request or with the approval of the operator `$2`: by a booking
 * of a bank line or its reversal, an adjustment, an opening balance or the reversal of a trade.
 */
const otherCredits = (clients: string) => `select j.client_id from journal j
      left join bank_link b on (b.id = j.cause_id or b.payment_id = j.cause_id and b.kind = 'payment' and b.reason is not null)
                           and b.unlinked_at is null
      left join adjustment a on a.id = j.cause_id and a.kind = 'credit'
      left join imported_client m on m.client_id = j.cause_id
      left join client_import i on i.id = m.import_id
      left join trade t on t.id = j.cause_id and j.event = 'trade.reversed'
      left join trade_reversal v on v.id = t.reversal_id
      left join bank_link u on u.id = j.cause_id and j.event = 'line.reversed'
      left join proposal p on p.kind = 'receipt.reverse' and p.status = 'approved' and p.payload ->> 'lineId' = u.line_id::text
                          and p.decided_at > now() - interval '24 hours'
     where j.client_id ${clients} and j.at > now() - interval '24 hours'
       and j.event in ('deposit.approved', 'line.credited', 'adjustment.approved', 'opening.balance', 'trade.reversed', 'line.reversed')
       and $2 in (b.requested_by, b.linked_by, a.requested_by, a.decided_by, i.requested_by, i.decided_by, v.requested_by, v.decided_by, u.unlinked_by, p.requested_by)`

export const withdrawalLimits = (
  sql: Sql,
  { clientId, operatorId, left }: ClientAndOperator & { readonly left: Left },
) =>
  sql.row<{ client: boolean; operator: boolean; credited: boolean }>(
    `select ${paidAbove('r.client_id = $1', '$3')} as client, ${paidAbove('r.decided_by = $2', '$4')} as operator,
            ${deposited('array[$1::uuid]')} or exists (${otherCredits('= $1')}) as credited`,
    [clientId, operatorId, left.client, left.operator],
  )

/** The clients among these of whom the operator approved a deposit in the last 24 hours. */
export const creditedClients = (sql: Sql, who: { clientIds: readonly string[]; operatorId: string }) =>
  selectColumn<string>(
    sql,
    `select c.name from client c where c.id = any ($1::uuid[]) and ${deposited('array[c.id]')} order by c.number`,
    [who.clientIds, who.operatorId],
  )

/** The clients among these whom the operator credited in the last 24 hours, by a deposit or otherwise. */
export const creditedInAnyWay = (sql: Sql, who: { clientIds: readonly string[]; operatorId: string }) =>
  selectIds(
    sql,
    `select d.client_id from wallet_request d
      where d.client_id = any ($1::uuid[]) and ${recentDeposit} and $2 in (d.decided_by, d.first_approval_by)
      union ${otherCredits('= any ($1::uuid[])')}`,
    [who.clientIds, who.operatorId],
  )
