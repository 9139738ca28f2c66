import { calendarErrors } from '@sauda/contract/core/calendar'
import { AppError } from '@sauda/contract/platform/error'
import * as z from 'zod/mini'
import { cell, column, type Format, lettersOf, readTable } from '../../platform/format.ts'
import { dateText, dayIn, dayOfSerial } from '../../platform/india.ts'
import { exchangeText } from './imported-file.ts'

/** A day of a list of holidays. */
export type ListedDay = {
  readonly line: number
  readonly day: string
  readonly name: string
  /** By the columns of the list, if it has them. */
  readonly closed: { readonly trading: boolean; readonly clearing: boolean } | undefined
  /** Marked with `*`: a session is held, such as Muhurat trading. */
  readonly hasSession: boolean
}
/** `unread`: sentences about rows that are not used. */
export type HolidayList = {
  readonly rows: number
  readonly days: readonly ListedDay[]
  readonly unread: readonly string[]
  /** Columns that are filled and not used. */
  readonly unused: readonly string[]
}

const mostCharacters = 100
const words = z.pipe(
  z.string(),
  z.transform((text: string) => text.slice(0, mostCharacters)),
)
const row = z.object({
  date: column(
    'DATE HOLIDAYDATE TRADINGDATE DATEOFHOLIDAY',
    cell(
      (text) => dayIn(text) ?? dayOfSerial(text),
      (text) =>
        `“${text.slice(0, mostCharacters)}” is not a date with the day first. Use the list as it was downloaded, without saving it in a spreadsheet.`,
    ),
  ),
  weekday: column('DAY WEEKDAY DAYOFTHEWEEK', words),
  name: column('DESCRIPTION HOLIDAYS HOLIDAY HOLIDAYNAME NAMEOFHOLIDAY PARTICULARS OCCASION', words),
  trading: column('TRADING TRADINGHOLIDAY TRADINGHOLIDAYS TRADINGEQUITY', words),
  clearing: column('CLEARING CLEARINGHOLIDAY CLEARINGHOLIDAYS SETTLEMENT SETTLEMENTHOLIDAY SETTLEMENTHOLIDAYS', words),
  session: column('MORNINGSESSION EVENINGSESSION', words),
})

/** Lists of holidays as NSE or BSE publishes them. */
const holidays: Format<typeof row> = {
  row,
  spelled: lettersOf,
  isHeader: ({ date, name }) => date >= 0 && name >= 0,
  // Below titles.
  headerRows: 20,
  // Footnotes below the table are one cell.
  isBeside: (cells) => cells.filter((text) => text !== '').length < 2,
  key: ({ date }) => date,
  judge({ date, weekday, name, trading, clearing }, before, places) {
    const [day, right] = [dateText(date), weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? '']
    const given = lettersOf(weekday)
    if (given !== '' && (given.length < 3 || !right.toUpperCase().startsWith(given.slice(0, 3))))
      return {
        fault: `${day} is a ${right}, but the row says ${weekday}. A spreadsheet may have exchanged day and month: use the list as it was downloaded.`,
      }
    if (nameOf(name) === '') return { fault: `${day} has no description.` }
    if (hasMarks(places)) {
      const unclear = [trading, clearing].find((text) => isClosed(text) === undefined)
      if (unclear !== undefined)
        return {
          fault: `“${unclear}” says neither that ${day} is a holiday nor that it is none. Enter the day with Add day.`,
        }
      if (!isClosed(trading) && !isClosed(clearing)) return { fault: `${day} is no holiday by its columns.` }
    }
    return before && { fault: `${day} is in line ${before.line} too.` }
  },
  isLenient: true,
  errors: { columns: calendarErrors.listColumns, noRows: calendarErrors.noDays },
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const nameOf = (written: string): string => written.replaceAll('*', '').trim()
const hasMarks = (places: { readonly trading: number; readonly clearing: number }): boolean =>
  places.trading >= 0 && places.clearing >= 0

/** Throws an AppError. To be called in a child process. */
export function readHolidays({ bytes }: { readonly bytes: Uint8Array }): HolidayList {
  const { places, count, rows, unread, unused } = readTable(exchangeText(bytes), holidays)
  if (places.session >= 0) throw new AppError(calendarErrors.commodity)
  const days = rows.map(({ line, date, name, trading, clearing }) => ({
    line,
    day: date,
    name: nameOf(name),
    closed: hasMarks(places)
      ? { trading: isClosed(trading) === true, clearing: isClosed(clearing) === true }
      : undefined,
    hasSession: name.includes('*'),
  }))
  return { rows: count, days, unread, unused }
}

function isClosed(text: string): boolean | undefined {
  if (/^(?:y|yes|closed|holiday|trading holiday|clearing holiday|settlement holiday|x|✓|✔)$/i.test(text)) return true
  return /^(?:|n|no|open|-|–|na|n\/a)$/i.test(text) ? false : undefined
}
