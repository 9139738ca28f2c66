import type { KycStatus } from '@sauda/contract/client/kyc'
import type { Frequency } from '@sauda/contract/core/setting-name'
import { sqlName } from '../../core/ledger/name.sql.ts'
import {
  nomineeValue,
  type NomineeValue,
  segmentValue,
  type SegmentValue,
  type SettingKind,
  type SettingStatus,
  settlementValue,
  type SettlementValue,
} from '@sauda/contract/client/setting'
import type { Sql, Tx } from '../../platform/db.ts'
import { sqlToday } from '../../platform/india.ts'
import { type Blocked, sqlBlocked } from '../../core/ledger/client.sql.ts'

export type SettingRow = {
  id: string
  client_id: string
  kind: SettingKind
  /** Validated by the contract on input. */
  value: unknown
  status: SettingStatus
  reason: string | null
  decided_by: string | null
  decided_by_name: string | null
  decided_at: Date | null
  created_at: Date
}

const columns = `s.id, s.client_id, s.kind, s.value, s.status, s.reason, s.decided_at, s.created_at,
  s.decided_by, (select name from operator where id = s.decided_by) as decided_by_name`

/** For each kind the active setting, and the latest request if different. */
export const currentSettings = (sql: Sql, clientId: string) =>
  sql.rows<SettingRow>(
    `select ${columns} from setting_request s
      where s.client_id = $1 and (s.status = 'in_force' or s.id in (
        select distinct on (kind) id from setting_request
         where client_id = $1 order by kind, created_at desc, id desc))`,
    [clientId],
  )

/** The next date of each frequency in the calendar. */
export const nextSettlements = (sql: Sql) =>
  sql.rows<{ kind: Frequency; day: string }>(
    `select kind, to_char(min(day), 'YYYY-MM-DD') as day from calendar_day
      where kind in ('monthly', 'quarterly') and day >= ${sqlToday} group by kind`,
    [],
  )

export const findSetting = (sql: Sql, id: string) =>
  sql.row<SettingRow>(`select ${columns} from setting_request s where s.id = $1`, [id])

export const findInForce = (sql: Sql, clientId: string, kind: SettingKind) =>
  sql.row<SettingRow>(
    `select ${columns} from setting_request s where s.client_id = $1 and s.kind = $2 and s.status = 'in_force'`,
    [clientId, kind],
  )

export const findPending = (sql: Sql, clientId: string, kind: SettingKind) =>
  sql.row<SettingRow>(
    `select ${columns} from setting_request s where s.client_id = $1 and s.kind = $2 and s.status = 'requested'`,
    [clientId, kind],
  )

export type ClientRow = {
  name: string
  email: string
  sauda_id: string
  kyc_status: KycStatus
  blocked: Blocked
  /** The date in India. */
  today: string
}

const clientColumns = `name, email, ${sqlName('client', 'number')} as sauda_id, kyc_status, ${sqlBlocked()} as blocked,
  to_char(now() at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as today`

export const findClient = (sql: Sql, id: string) =>
  sql.row<ClientRow>(`select ${clientColumns} from client where id = $1`, [id])

/** Serialises requests and decisions of one client. */
export const lockClient = (tx: Tx, id: string) =>
  tx.row<ClientRow>(`select ${clientColumns} from client where id = $1 for no key update`, [id])

/** Statement time: the transaction may be older than the lock it waited for. */
export const insertSetting = (
  tx: Tx,
  { id, clientId, kind, value }: { id: string; clientId: string; kind: SettingKind; value: object },
) =>
  tx.run(
    `insert into setting_request (id, client_id, kind, value, created_at)
     values ($1, $2, $3, $4, statement_timestamp())`,
    [id, clientId, kind, JSON.stringify(value)],
  )

/** Returns 0 if the status has changed. */
export const replaceSetting = (tx: Tx, id: string, from: 'requested' | 'in_force') =>
  tx.run(`update setting_request set status = 'replaced' where id = $1 and status = $2`, [id, from])

export const decideSetting = (
  tx: Tx,
  { id, operatorId, reason }: { id: string; operatorId: string; reason: string | null },
) =>
  tx.run(
    `update setting_request set status = case when $3::text is null then 'in_force' else 'refused' end,
       reason = $3, decided_by = $2, decided_at = statement_timestamp()
      where id = $1 and status = 'requested'`,
    [id, operatorId, reason],
  )

export const settingItems = `select id, client_id, null::bigint as amount, created_at as since,
    null::uuid as first_approval_by, kind as type
  from setting_request where status = 'requested'`

export type SettingValue =
  | { readonly kind: 'segment'; readonly value: SegmentValue }
  | { readonly kind: 'nominee'; readonly value: NomineeValue }
  | { readonly kind: 'settlement'; readonly value: SettlementValue }

export function settingValueOf({ kind, value }: Pick<SettingRow, 'kind' | 'value'>): SettingValue {
  if (kind === 'segment') return { kind, value: segmentValue.parse(value) }
  if (kind === 'nominee') return { kind, value: nomineeValue.parse(value) }
  return { kind, value: settlementValue.parse(value) }
}

/** For each kind the newest request if it was rejected. */
export const settingAttention = (rejectedDays: number) => `
  select 'rejected.setting' as kind, id, kind as detail, null::bigint as amount, 1 as count, null::date as due_on, reason,
         decided_at as since
    from (select distinct on (kind) * from setting_request where client_id = $1
           order by kind, created_at desc, id desc) s
   where status = 'refused' and decided_at > now() - make_interval(days => ${rejectedDays})`
