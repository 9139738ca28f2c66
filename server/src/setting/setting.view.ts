import { settingDefaults, settingKinds, settingViews } from '@sauda/contract/setting'
import type { SettingKind, SettingViews } from '@sauda/contract/setting'
import type { Sql } from '../platform/db.ts'
import { currentSettings, findClient } from './setting.sql.ts'
import type { ClientRow, SettingRow } from './setting.sql.ts'

export async function viewsOf(sql: Sql, clientId: string): Promise<SettingViews> {
  const rows = await currentSettings(sql, clientId)
  const client = await findClient(sql, clientId)
  const standings = settingKinds.map((kind) => [kind, standingOf(kind, rows, client)] as const)
  return settingViews.parse(Object.fromEntries(standings))
}

export function defaultOf(kind: SettingKind, client: Pick<ClientRow, 'kyc_status'> | undefined) {
  return settingDefaults[kind === 'segment' && client?.kyc_status === 'VERIFIED' ? 'verifiedSegment' : kind]
}

function standingOf(kind: SettingKind, rows: readonly SettingRow[], client: ClientRow | undefined) {
  const own = rows.filter((row) => row.kind === kind)
  const inForce = own.find((row) => row.status === 'in_force')
  const request = own.find((row) => row.status === 'requested' || row.status === 'refused')
  return {
    inForce: inForce?.value ?? defaultOf(kind, client),
    since: inForce?.decided_at?.toISOString(),
    request: request && {
      _id: request.id,
      value: request.value,
      status: request.status,
      createdAt: request.created_at.toISOString(),
      decidedAt: request.decided_at?.toISOString(),
      reason: request.reason ?? undefined,
    },
  }
}
