import { emptyFile } from './sent-file.ts'
import { isIsin } from '@sauda/contract/trading/isin'
import { columns } from '../seed/exchange-files.ts'
import { dayInIndia } from '../src/platform/india.ts'
import type { TestServer } from './server.ts'
import { daysBefore } from './trade.ts'

/** A row of a price file; what is left out is usual. */
export type PriceRow = {
  readonly isin: string
  readonly symbol: string
  readonly close: string
  readonly previous?: string
  readonly series?: string
  readonly high?: string
  readonly low?: string
  readonly volume?: number
}

type PriceFile = {
  readonly day: string
  readonly exchange?: string
  /** Where it differs from the day in the file's name. */
  readonly tradedOn?: string
  readonly segment?: string
}

/** The cash market’s price file as an exchange writes it (UDiFF). */
export function priceFileText(
  { day, exchange = 'NSE', tradedOn = day, segment = 'CM' }: PriceFile,
  rows: readonly PriceRow[],
): string {
  const lines = rows.map(
    ({ isin, symbol, close, previous = close, series = 'EQ', high = close, low = close, volume = 100 }, at) =>
      `${tradedOn},${tradedOn},${segment},${exchange},STK,${at + 1},${isin},${symbol},${series},,,,,${symbol} LIMITED,${low},${high},${low},${close},${close},${previous},,${close},,,${volume},0,10,1,1,,,,,`.replace(
        /,$/,
        '',
      ),
  )
  return [columns.price, ...lines, ''].join('\n')
}

export const priceFileName = (day: string, exchange = 'NSE'): string =>
  `BhavCopy_${exchange}_CM_0_0_0_${day.replaceAll('-', '')}_F_0000.csv`

export function priceFileForm(content: string | Uint8Array, name: string): FormData {
  const data = new FormData()
  data.append('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name)
  return data
}

/** An ISIN that no other call returns, with its check digit. */
export function newIsin(number: number): string {
  const start = `INE${String(number).padStart(8, '0')}`
  return Array.from({ length: 10 }, (_, digit) => `${start}${digit}`).find(isIsin) ?? ''
}

let count = 0
const days = () => daysBefore(dayInIndia(new Date()), 200)

/** A price file that waits for a second operator. */
export async function waitingPriceFile({ db }: Pick<TestServer, 'db'>) {
  const day = days()[++count] ?? ''
  const text = priceFileText({ day, exchange: 'BSE' }, [
    { isin: newIsin(700 + count), symbol: `ANY${count}`, close: '10', series: 'A' },
  ])
  const row = await db.row<{ hash: string }>(
    `insert into sent_file (sha256, content) values (sha256($1), $1) returning encode(sha256, 'hex') as hash`,
    [Buffer.from(text)],
  )
  return { name: priceFileName(day, 'BSE'), sha256: row?.hash ?? '' }
}

/** Valid requests of the calls with a price file. */
export function priceFileForms() {
  const file = async () => {
    const day = days()[++count] ?? ''
    const isin = newIsin(700 + count)
    const text = priceFileText({ day, exchange: 'BSE' }, [{ isin, symbol: `ANY${count}`, close: '10', series: 'A' }])
    return { body: priceFileForm(text, priceFileName(day, 'BSE')) }
  }
  const list = async () => {
    const rows = [{ isin: newIsin(600 + ++count), symbol: `ANY${count}` }]
    return { body: priceFileForm(listingText(rows), 'EQUITY_L.csv') }
  }
  const sttList = async () => {
    const name = `BSE_C_STT_${dayInIndia(new Date()).split('-').toReversed().join('')}.csv`
    return { body: priceFileForm(`ISIN\n${newIsin(60_000 + ++count)}\n`, name) }
  }
  const holidays = async () => ({
    body: priceFileForm(`Date,Description\n2033-03-${14 + (++count % 5)},Holi\n`, 'holidays.csv'),
  })
  const actions = async () => ({
    body: priceFileForm(
      `SYMBOL,SERIES,PURPOSE,EX-DATE\nANY${++count},EQ,Bonus 1:3,20-Nov-2026\n`,
      'CF-CA-equities.csv',
    ),
  })
  const fairValues = async () => ({
    body: priceFileForm(fairValueText([{ isin: newIsin(650_000 + ++count), high: '10' }]), fairValueName),
  })
  return {
    'fair-value.preview': fairValues,
    'fair-value.importFile': fairValues,
    'corporate-action.readFile': actions,
    'stt-class.importList': sttList,
    'calendar.previewList': holidays,
    'calendar.importList': holidays,
    'closing-price.preview': file,
    'closing-price.importFile': file,
    'security.preview': list,
    'security.importFile': list,
  }
}

export const fairValueName = 'cm31JAN2018bhav.csv'

/** NSE's price list of 31 January 2018. */
export const fairValueText = (
  rows: readonly { isin: string; high: string; symbol?: string; series?: string; day?: string }[],
): string =>
  [
    'SYMBOL,SERIES,OPEN,HIGH,LOW,CLOSE,LAST,PREVCLOSE,TOTTRDQTY,TOTTRDVAL,TIMESTAMP,TOTALTRADES,ISIN,',
    ...rows.map(
      ({ isin, high, symbol = 'DEMO', series = 'EQ', day = '31-JAN-2018' }) =>
        `${symbol},${series},1,${high},0.5,0.9,0.9,0.9,100,90,${day},10,${isin},`,
    ),
    '',
  ].join('\n')

/** EQUITY_L of NSE. */
export const listingText = (
  rows: readonly { isin: string; symbol: string; name?: string; series?: string }[],
): string =>
  [
    'SYMBOL,NAME OF COMPANY, SERIES, DATE OF LISTING, PAID UP VALUE, MARKET LOT, ISIN NUMBER, FACE VALUE',
    ...rows.map(
      ({ isin, symbol, name = `${symbol} Limited`, series = 'EQ' }) =>
        `${symbol},${name},${series},06-OCT-2008,10,1,${isin},10`,
    ),
    '',
  ].join('\n')

/** A decision on a new ISIN from a list that this operator imported. */
export async function successorDecision({ db }: Pick<TestServer, 'db'>, operatorId: string) {
  const isin = newIsin(500 + ++count)
  await db.run(
    `with ${emptyFile}, file as (
       insert into security_file (id, kind, exchange, day, name, sha256, rows, imported_by)
       values (gen_random_uuid(), 'listing', 'BSE', '2020-01-01', 'x', sha256(''), 1, $3) returning id)
     insert into isin_successor (isin, successor, from_day, symbol, file_id) select $1, $2, '2020-01-01', 'ANY', id from file`,
    [isin, newIsin(550 + count), operatorId],
  )
  return { isin, accept: true, reason: 'Checked' }
}

/** A decision on a price that this operator imported. */
export async function priceDecision({ db }: Pick<TestServer, 'db'>, operatorId: string) {
  const [day = ''] = days()
  const isin = newIsin(800 + ++count)
  await db.run(
    `with ${emptyFile}, file as (
       insert into price_file (id, exchange, day, name, sha256, rows, prices, imported_by)
       values (gen_random_uuid(), 'BSE', $2, 'x', sha256(''), 1, 1, $3) returning id)
     insert into closing_price (isin, exchange, day, symbol, series, close, file_id, is_held)
     select $1, 'BSE', $2, 'ANY', 'A', 10, id, true from file`,
    [isin, day, operatorId],
  )
  return { exchange: 'BSE', day, isin, accept: true, reason: 'Checked' }
}
