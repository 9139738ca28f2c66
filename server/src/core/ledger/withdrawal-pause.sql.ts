import type { Sql } from '../../platform/db.ts'

/**
 * When withdrawals may start again after a change of bank details or of the login's contact; null if they may now. `pause` is
 * a row of withdrawal_pause, `hours` the parameter with the length of a pause.
 */
export const pausedUntil = (pause: string, hours: string): string =>
  `case when ${pause}.since > statement_timestamp() - make_interval(hours => ${hours})
        then ${pause}.since + make_interval(hours => ${hours}) end`

export const withdrawalPause = (sql: Sql, clientId: string, coolOffHours: number) =>
  sql.row<{ until: Date; by_contact: boolean }>(
    `select * from (select ${pausedUntil('p', '$2')} as until, by_contact from withdrawal_pause p where client_id = $1) x
      where until is not null`,
    [clientId, coolOffHours],
  )
