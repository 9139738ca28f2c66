import { sqlDateText, sqlDayOf } from '../../platform/india.ts'
import type { Sql } from '../../platform/db.ts'

/** The day on which the account was opened, and the last closed day of the bank account that receives. */
export const datesOf = (sql: Sql, clientId: string) =>
  sql.row<{ opened: string; closed: string | null }>(
    `select ${sqlDateText(sqlDayOf('c.created_at'))} as opened,
            (select ${sqlDateText('closed_through')} from broker_bank where receives) as closed
       from client c where c.id = $1`,
    [clientId],
  )

/** Bought on this day or later, by the time of trading or of booking; what an import brought counts by its purchase. */
export const isBoughtSince = async (sql: Sql, buyId: string, day: string): Promise<boolean> =>
  (await sql.row('select from trade where id = $1 and (day >= $2 or traded_on >= $2)', [buyId, day])) !== undefined
