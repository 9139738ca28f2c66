import { calendarErrors } from '@sauda/contract/core/calendar'
import { AppError } from '@sauda/contract/platform/error'
import { delimiterOf, readRows } from '../../platform/csv.ts'
import { dateText, dayIn, dayOfSerial } from '../../platform/india.ts'
import { exchangeText, placesIn } from './imported-file.ts'

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
}

const spellings = {
  date: ['DATE', 'HOLIDAYDATE', 'TRADINGDATE', 'DATEOFHOLIDAY'],
  weekday: ['DAY', 'WEEKDAY', 'DAYOFTHEWEEK'],
  name: ['DESCRIPTION', 'HOLIDAYS', 'HOLIDAY', 'HOLIDAYNAME', 'NAMEOFHOLIDAY', 'PARTICULARS', 'OCCASION'],
  trading: ['TRADING', 'TRADINGHOLIDAY', 'TRADINGHOLIDAYS', 'TRADINGEQUITY'],
  clearing: [
    'CLEARING',
    'CLEARINGHOLIDAY',
    'CLEARINGHOLIDAYS',
    'SETTLEMENT',
    'SETTLEMENTHOLIDAY',
    'SETTLEMENTHOLIDAYS',
  ],
  session: ['MORNINGSESSION', 'EVENINGSESSION'],
} as const
type Column = keyof typeof spellings
type Places = Readonly<Record<Column, number>>

/** Titles above the table. */
const linesAbove = 20
const mostCharacters = 100
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

function placesOf(cells: readonly string[]): Places | undefined {
  const places = placesIn(spellings, cells)
  return places.date >= 0 && places.name >= 0 ? places : undefined
}

/** Reads a list of holidays as NSE or BSE publishes it. Throws an AppError. To be called in a child process. */
export function readHolidays({ bytes }: { readonly bytes: Uint8Array }): HolidayList {
  const text = exchangeText(bytes)
  const delimiter = delimiterOf(text, linesAbove, (cells) => placesOf(cells) !== undefined)
  if (delimiter === undefined) throw new AppError(calendarErrors.listColumns)
  let places: Places | undefined
  let rows = 0
  const days = new Map<string, ListedDay>()
  const unread: string[] = []
  readRows(text, delimiter, ({ line, cells }) => {
    if (!places) {
      places = placesOf(cells)
      if (places && places.session >= 0) throw new AppError(calendarErrors.commodity)
      return
    }
    // Footnotes below the table are one cell.
    if (cells.filter((cell) => cell !== '').length < 2) return
    rows += 1
    const found = readDay(line, cells, places)
    const before = typeof found === 'string' ? undefined : days.get(found.day)
    if (typeof found === 'string') unread.push(`Line ${line}: ${found}`)
    else if (before) unread.push(`Line ${line}: ${dateText(found.day)} is in line ${before.line} too.`)
    else days.set(found.day, found)
  })
  if (rows === 0) throw new AppError(calendarErrors.noDays)
  return { rows, days: [...days.values()], unread }
}

/** The day, or why the row cannot be read. */
function readDay(line: number, cells: readonly string[], places: Places): ListedDay | string {
  const cell = (column: Column) => cells[places[column]] ?? ''
  const text = cell('date').slice(0, mostCharacters)
  const day = dayIn(text) ?? dayOfSerial(text)
  if (day === undefined)
    return `“${text}” is not a date with the day first. Use the list as it was downloaded, without saving it in a spreadsheet.`
  const weekday = weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? ''
  const given = cell('weekday')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
  if (given !== '' && (given.length < 3 || !weekday.startsWith(given.slice(0, 3))))
    return `${dateText(day)} is a ${capitalised(weekday)}, but the row says ${cell('weekday').slice(0, mostCharacters)}. A spreadsheet may have exchanged day and month: use the list as it was downloaded.`
  const written = cell('name').slice(0, mostCharacters)
  const name = written.replaceAll('*', '').trim()
  if (name === '') return `${dateText(day)} has no description.`
  const closed = { trading: isClosed(cell('trading')), clearing: isClosed(cell('clearing')) }
  const hasColumns = places.trading >= 0 && places.clearing >= 0
  if (!hasColumns) return { line, day, name, closed: undefined, hasSession: written.includes('*') }
  const { trading, clearing } = closed
  if (trading === undefined || clearing === undefined)
    return `“${cell(trading === undefined ? 'trading' : 'clearing').slice(0, mostCharacters)}” says neither that ${dateText(day)} is a holiday nor that it is none. Enter the day with Add day.`
  if (!trading && !clearing) return `${dateText(day)} is no holiday by its columns.`
  return { line, day, name, closed: { trading, clearing }, hasSession: written.includes('*') }
}

const capitalised = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1)

function isClosed(cell: string): boolean | undefined {
  if (/^(?:y|yes|closed|holiday|trading holiday|clearing holiday|settlement holiday|x|✓|✔)$/i.test(cell)) return true
  return /^(?:|n|no|open|-|–|na|n\/a)$/i.test(cell) ? false : undefined
}
