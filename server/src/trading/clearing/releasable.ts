import { sum } from '@sauda/contract/platform/money'
import type { Sql } from '../../platform/db.ts'
import { type ReleasableRow, selectReleasable } from './releasable.sql.ts'

/** Client money that the pay-out of settlements releases, in paise: of each client, the largest first, and in total. */
export type Releasable = { readonly total: bigint; readonly clients: readonly ReleasableRow[] }

/**
 * What these settlements would release if nothing else were missing, gross: a purchase of one client does not reduce what another
 * one gets. Whoever decides about a bank entry, a file or a difference of a settlement decides about this money, whatever the amount
 * of the entry is. A client with an open shortage gets nothing.
 */
export async function releasable(sql: Sql, settlementIds: readonly string[]): Promise<Releasable> {
  const clients = await selectReleasable(sql, settlementIds)
  return { total: sum(clients.map(({ paise }) => paise)), clients }
}
