import type { CalendarEntry, CalendarKind } from '@sauda/contract/core/calendar'
import type { Sql, Tx } from '../../platform/db.ts'

const select = "select to_char(day, 'YYYY-MM-DD') as day, kind, name from calendar_day"

export const entriesOf = (sql: Sql, year: string) =>
  sql.rows<CalendarEntry>(
    `${select} where day >= make_date($1, 1, 1) and day < make_date($1 + 1, 1, 1) order by day, kind`,
    [Number(year)],
  )

export const exceptions = (sql: Sql) =>
  sql.rows<CalendarEntry>(`${select} where kind in ('holiday', 'session', 'clearing')`)

/** Returns 0 if the day is already in the calendar under this name. */
export const upsertEntry = (tx: Tx, { day, kind, name }: CalendarEntry) =>
  tx.run(
    `insert into calendar_day as c (day, kind, name) values ($1, $2, $3)
     on conflict (day, kind) do update set name = excluded.name where c.name <> excluded.name`,
    [day, kind, name],
  )

export const deleteEntry = (tx: Tx, { day, kind }: { readonly day: string; readonly kind: CalendarKind }) =>
  tx.row<CalendarEntry>(
    "delete from calendar_day where day = $1 and kind = $2 returning to_char(day, 'YYYY-MM-DD') as day, kind, name",
    [day, kind],
  )
