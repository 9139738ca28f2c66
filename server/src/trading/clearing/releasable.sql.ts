import { sqlName } from '../../core/ledger/name.sql.ts'
import type { Sql } from '../../platform/db.ts'
import { isHeld } from './clearing.sql.ts'

export type ReleasableRow = { clientId: string; saudaId: string; name: string; paise: bigint }

/** The money of each client in these settlements that no shortage holds, the largest amount first. */
export const selectReleasable = (sql: Sql, settlementIds: readonly string[]) =>
  sql.rows<ReleasableRow>(
    `select u.client_id as "clientId", ${sqlName('client', 'c.number')} as "saudaId", c.name, sum(u.unsettled)::bigint as paise
       from client_settlement u join client c on c.id = u.client_id
      where u.settlement_id = any ($1) and not ${isHeld('u')}
      group by u.client_id, c.number, c.name order by paise desc, u.client_id`,
    [settlementIds],
  )
