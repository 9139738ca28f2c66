import type { Sql, Tx } from '../../platform/db.ts'
import { sqlDateText } from '../../platform/india.ts'

/** Days with a newer STT or stamp file than the last comparison; the time as text, because it is exact. */
export const daysToLevy = (sql: Sql) =>
  sql.rows<{ day: string; newest: string }>(
    `select ${sqlDateText('d.day')} as day, max(f.imported_at)::text as newest from trade_day d join levy_file f on f.day = d.day
      where d.booked_at is not null group by d.day having max(f.imported_at) > coalesce(d.levied_at, '-infinity') order by d.day`,
  )
export const markLevied = (sql: Sql, day: string, newest: string) =>
  sql.run('update trade_day set levied_at = $2 where day = $1', [day, newest])

export const contractsAfter = (sql: Sql, day: string, after: string, most: number) =>
  sql.rows<{ id: string; clientId: string }>(
    `select id, client_id as "clientId" from contract
      where day = $1 and reversed_at is null and shortage_id is null and client_id > $2 order by client_id limit $3`,
    [day, after, most],
  )
export type ContractLevies = { stt: bigint; stampDuty: bigint; sttDifference: bigint; stampDifference: bigint }
/** `bookedAt` as text, because it is exact. */
export const liveContract = (tx: Tx, id: string) =>
  tx.row<ContractLevies & { bookedAt: string }>(
    `select booked_at::text as "bookedAt", stt, stamp_duty as "stampDuty", stt_difference as "sttDifference", stamp_difference as "stampDifference"
       from contract where id = $1 and reversed_at is null`,
    [id],
  )
export const setLevies = (tx: Tx, id: string, l: ContractLevies) =>
  tx.run('update contract set stt = $2, stamp_duty = $3, stt_difference = $4, stamp_difference = $5 where id = $1', [
    id,
    l.stt,
    l.stampDuty,
    l.sttDifference,
    l.stampDifference,
  ])
