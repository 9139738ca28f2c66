import { gzipSync } from 'node:zlib'
import { exchangeCsvErrors, untouchedFile } from '@sauda/contract/platform/csv'
import { exchangeFileErrors } from '@sauda/contract/trading/exchange-file'
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { clearingText, obligationName } from '../../../test/clearing.ts'
import { levyFileName, levyFileText } from '../../../test/levy-file.ts'
import { listingText, newIsin, priceFileName, priceFileText } from '../../../test/price-file.ts'
import { tradeFileName, tradeFileText } from '../../../test/trade-file.ts'
import { readClearing } from '../clearing/clearing.read.ts'
import { readPrices } from '../closing-price/closing-price.read.ts'
import { readTradeFile } from '../exchange-file/exchange-file.read.ts'
import { readMaster } from '../security/security.read.ts'
import { readLevies } from '../trade-charge/levy-file.read.ts'

const day = '2026-11-23'
const isin = newIsin(61)
const codes = new Map(
  [
    'Sgmt CM cash',
    'Brkr 90001 own',
    'ClntTp C client',
    'SttlmTp M normal',
    'BuySellInd B buy',
    'RptdTxSts OR valid',
  ].map((code) => {
    const [column = '', written = '', meaning = ''] = code.split(' ')
    return [`NSE ${column} ${written}`, meaning]
  }),
)
const trade = tradeFileText(day, [
  { number: '1', client: 'AB1001', side: 'B', isin, symbol: 'NARMADA', quantity: 1, price: '10' },
])
const clearing = clearingText('obligation', [
  { ISIN: isin, SttlmTp: 'M', SctiesSttlmTxId: '2026220', RptgDt: day, FndsPayOutDt: '2026-11-25' },
])

type Written = string | Uint8Array
type Format = {
  readonly name: string
  readonly text: string
  readonly read: (name: string, content: Written) => unknown
}
const bytesOf = (content: Written) => (typeof content === 'string' ? Buffer.from(content) : content)
const formats: Readonly<Record<string, Format>> = {
  trades: {
    name: tradeFileName(day),
    text: trade,
    read: (name, content) => readTradeFile({ name, bytes: bytesOf(content), codes }),
  },
  prices: {
    name: priceFileName(day),
    text: priceFileText({ day }, [{ isin, symbol: 'NARMADA', close: '10' }]),
    read: (name, content) => readPrices({ name, bytes: bytesOf(content) }),
  },
  levies: {
    name: levyFileName('stt', day),
    text: levyFileText('stt', day, [{ RptHdr: '40', ClntId: 'AB1001', ISIN: isin, TtlTaxs: '5.00' }]),
    read: (name, content) => readLevies({ name, bytes: bytesOf(content) }),
  },
  obligations: {
    name: obligationName(day),
    text: clearing,
    read: (name, content) => readClearing({ name, bytes: bytesOf(content) }),
  },
  securities: {
    name: 'EQUITY_L.csv',
    text: listingText([{ isin, symbol: 'NARMADA' }]),
    read: (name, content) => readMaster({ name, bytes: bytesOf(content), series: [] }),
  },
}
const dated = ['trades', 'prices', 'levies', 'obligations']
const all = [...dated, 'securities']

/** The sentence with which a changed file is rejected; undefined if it is read. */
async function fault(format: string, change: { name?: (name: string) => string; content?: (text: string) => Written }) {
  const { name, text, read } = formats[format] as Format
  try {
    await read(change.name?.(name) ?? name, change.content?.(text) ?? text)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

test.each(all)('the file of %s is read, also packed twice, and with its ISINs in small letters', async (format) => {
  expect(await fault(format, {})).toBeUndefined()
  expect(await fault(format, { content: (text) => gzipSync(text) })).toBeUndefined()
  expect(await fault(format, { content: (text) => text.replaceAll(isin, isin.toLowerCase()) })).toBeUndefined()
  if (format === 'trades') return
  const [folder, apple] = [{ 'a/': new Uint8Array(), '__MACOSX/a/._b.csv': new Uint8Array(3) }, 'a/b.csv.gz']
  const packed = (text: string) => zipSync({ ...folder, [apple]: new Uint8Array(gzipSync(text)) })
  expect(await fault(format, { content: packed })).toBeUndefined()
})

test('a price and a trade with an ISIN in small letters are those of the security', async () => {
  const prices = readPrices({
    name: priceFileName(day),
    bytes: Buffer.from((formats['prices'] as Format).text.replaceAll(isin, isin.toLowerCase())),
  })
  expect(prices.prices).toMatchObject([{ isin }])
  const read = await readTradeFile({
    name: tradeFileName(day),
    bytes: Buffer.from(trade.replace(isin, isin.toLowerCase())),
    codes,
  })
  expect(read.batches[0]).toContain(isin)
})

test.each(all)('an Excel workbook, and one in an archive, is not to be saved as CSV: %s', async (format) => {
  const workbook = () => zipSync({ '[Content_Types].xml': new Uint8Array(3), 'xl/workbook.xml': new Uint8Array(3) })
  const sentence = format === 'trades' ? exchangeFileErrors.zip.message : exchangeCsvErrors.workbook.message
  expect(await fault(format, { content: workbook })).toBe(sentence)
  expect(await fault(format, { content: () => zipSync({ 'report.xlsx': workbook() }) })).toBe(sentence)
  expect(sentence).not.toMatch(/save/i)
})

test.each(all)('a web page with an error is named as one: %s', async (format) => {
  const page = '<!DOCTYPE html><html><body>Service unavailable</body></html>'
  expect(await fault(format, { content: () => page })).toBe(exchangeCsvErrors.page.message)
  expect(await fault(format, { content: () => gzipSync(`\n<html>\n<body>Log in</body>\n</html>`) })).toBe(
    exchangeCsvErrors.page.message,
  )
})

test.each(dated)('a file that is named for derivatives is named as what it holds: %s', async (format) => {
  const named = (segment: string) => fault(format, { name: (name) => name.replace('_CM_', `_${segment}_`) })
  expect(await named('FO')).toBe(
    'This file holds futures and options (FO), which are not imported. Choose the file of the cash market, with CM in its name.',
  )
  expect(await named('CD')).toContain('This file holds currency derivatives (CD), which are not imported.')
})

test.each(dated)('rows of derivatives under a name of the cash market are named: %s', async (format) => {
  expect(await fault(format, { content: (text) => text.replaceAll(',CM,', ',FO,').replaceAll(/^CM,/gm, 'FO,') })).toBe(
    'Line 2: it is of futures and options (FO), which are not imported. Choose the file of the cash market, with CM in its name.',
  )
})

test.each(dated.flatMap((format) => ['23/11/26', '11/23/2026', '46349', '23-11-2026'].map((date) => [format, date])))(
  'a date that a spreadsheet has changed is shown as it is written: %s, %s',
  async (format, date) => {
    const content = (text: string) => text.replaceAll(day, date)
    expect(await fault(format, { content })).toMatch(
      `Line 2: ${format === 'obligations' ? 'RptgDt' : 'TradDt'} is “${date}”; the exchange writes dates such as 2026-11-23. ${untouchedFile}`,
    )
  },
)

test('the day of a pay-out is not read from a date that a spreadsheet has changed', async () => {
  expect(await fault('obligations', { content: (text) => text.replace('2026-11-25', '11/12/2026') })).toBe(
    `Line 2: FndsPayOutDt is “11/12/2026”; the exchange writes dates such as 2026-11-23. ${untouchedFile}`,
  )
})

test('a trade file whose source is the clearing corporation is named as such', async () => {
  expect(await fault('trades', { content: (text) => text.replace(',CM,NSE,NSE,', ',CM,NCL,NSE,') })).toBe(
    'Line 2: its source (column 4, Src) is NCL, not NSE. Only trade files that the exchange itself provides are imported: download that of NSE.',
  )
  expect(await fault('trades', { content: (text) => text.replace(',CM,NSE,NSE,', ',CM,BSE,BSE,') })).toBe(
    'Line 2: it is of BSE, but the file is named for NSE. Choose the file under the name that the exchange gave it.',
  )
})

test('a copy of a trade file is read under the name that browsers give it', async () => {
  for (const ending of [' (1).csv', '(2).csv', '.csv (1).gz'])
    expect(await fault('trades', { name: (name) => name.replace('.csv', ending) })).toBeUndefined()
})

const surplus = 'A comma in a text without quotes divides it'
test('a name with a comma and without quotes is read; cells too many and too few have their own reasons', async () => {
  const named = (text: string) => text.replace(',,,,,NARMADA,C,', ',,,,,NARMADA, LIMITED,C,')
  expect(await fault('trades', { content: named })).toBeUndefined()
  expect(await fault('trades', { content: (text) => text.replace(',T1,N,,,,,', ',T1,N,one, two,,,,') })).toBeUndefined()
  const remarked = (text: string) => text.replace(',T1,N,,,,,', ',T1,N,one, two,,,,x')
  expect(await fault('trades', { content: remarked })).toContain(`it has 47 cells where 46 are expected. ${surplus}`)
  expect(await fault('trades', { content: (text) => text.replace(',T1,N,,,,,', ',T1,N,,,,,,') })).toBeUndefined()
  expect(await fault('trades', { content: (text) => text.replace(',T1,N,,,,,', ',T1') })).toBe(
    'Line 2: it has 40 cells where 46 are expected. The file may be cut off: download it again.',
  )
  for (const format of ['levies', 'obligations']) {
    expect(
      await fault(format, { content: (text) => text.replace(`${isin},`, `${isin},1,`).replaceAll(/$/gm, ',x') }),
    ).toContain(surplus)
    expect(await fault(format, { content: (text) => text.replace(/,\n$/, '\n') })).toContain('The file may be cut off')
  }
  const list = readMaster({
    name: 'EQUITY_L.csv',
    bytes: Buffer.from(listingText([{ isin, symbol: 'NARMADA', name: 'Narmada, Tapti Limited' }])),
    series: [],
  })
  expect(list).toMatchObject({ securities: [{ isin, name: 'Narmada, Tapti Limited' }], skipped: [] })
  const changes = readMaster({
    name: 'symbolchange.csv',
    bytes: Buffer.from('Narmada, Tapti Limited,NARMADA,NARTAP,20-NOV-2026\n'),
    series: [],
  })
  expect(changes).toMatchObject({ changes: [{ from: 'NARMADA', to: 'NARTAP', day: '2026-11-20' }] })
})
