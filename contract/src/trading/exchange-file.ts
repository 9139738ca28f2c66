import { parseRupees } from '../platform/amount-text.ts'
import * as z from 'zod/mini'
import { call } from '../platform/call.ts'
import { exchangeCsvErrorList, untouchedFile } from '../platform/csv.ts'
import { formatCount } from '../platform/decimal.ts'
import { id, keysOf, line, messageReply, moment, optionalLine, secondFields } from '../platform/field.ts'
import { formatRupees } from '../platform/money.ts'
import { idempotencyErrors } from '../core/idempotency.ts'
import { sttClassNames } from './charge-rate.ts'
import { exchanges } from './market.ts'
import { conflict, invalid } from '../platform/error.ts'

/** exchange-file: the trade files of the exchanges (UDiFF, 46 columns) and the trades booked from them. */

/** As in trade files and those of the clearing corporations. */
export const isClientCode = (text: string): boolean => /^[\w-]{1,20}$/.test(text)

export const exchangeFileRules = {
  rows: 200_000,
  /** The largest file, as it is sent. */
  bytes: 64 * 1024 * 1024,
  files: 60,
  /** Trades in one list. */
  listed: 500,
} as const

/** The columns with codes, and what a code may mean. Series are the only ones whose unknown codes do not stop the file. */
export const codeMeanings = {
  Sgmt: { cash: 'Cash market' },
  Brkr: { own: 'Member code of this broker' },
  ClntTp: { client: 'Client', own: 'Proprietary' },
  SttlmTp: { normal: 'Normal', delivery: 'Trade-for-trade', auction: 'Auction', sme: 'SME', today: 'T+0' },
  BuySellInd: { buy: 'Buy', sell: 'Sell' },
  RptdTxSts: { valid: 'Valid', cancelled: 'Cancelled' },
  SctySrs: { normal: 'Recorded', delivery: 'Recorded, trade-for-trade' },
  /** How STT is charged on a series; without it as on a share. */
  SttSrs: sttClassNames,
  /** Codes of the exchanges' lists of securities with their STT. */
  SttInd: sttClassNames,
  /** Codes of delivery files. */
  TxInd: { delivered: 'Delivered', short: 'Not delivered', closeout: 'Closed out', auction: 'Auction' },
} as const
export type CodeColumn = keyof typeof codeMeanings
/** Columns of trade files; the others are named by what their codes say. */
export const codeColumnText = (column: CodeColumn): string =>
  column === 'SttSrs' ? 'STT of a series' : column === 'SttInd' ? 'STT in lists of securities' : column
export const codeColumns = keysOf(codeMeanings)

/** What needs attention in a booked or unbooked trade. */
export const tradeExceptions = {
  ucc: 'Unknown UCC',
  error: 'Error account',
  isin: 'Unknown ISIN',
  superseded: 'Superseded ISIN',
  series: 'Series not supported',
  price: 'Price outside the day’s range in the price file',
  delivery: 'Trade-for-trade',
  institutional: 'Institutional, not recorded',
  state: 'Client frozen, closed or not verified',
  unheld: 'Sold more than held',
} as const
export type TradeException = keyof typeof tradeExceptions
export const exceptionNames = keysOf(tradeExceptions)

const exchange = z.enum(exchanges)
const totals = z.object({
  trades: z.number(),
  buyQuantity: z.string(),
  /** Rupees with two decimals. */
  buyValue: z.string(),
  sellQuantity: z.string(),
  sellValue: z.string(),
})
export type Totals = z.infer<typeof totals>
export const totalNames: Record<keyof Totals, string> = {
  trades: 'Trades',
  buyQuantity: 'Quantity bought',
  buyValue: 'Value bought',
  sellQuantity: 'Quantity sold',
  sellValue: 'Value sold',
}
const { trades: _, ...amountNames } = totalNames
/** The control totals as they are read, without the number of trades. */
export const totalLines = (totals: Totals): string[] =>
  Object.entries(amountNames).map(([key, name]) => {
    const total = totals[key as keyof typeof amountNames]
    return `${name}: ${key.endsWith('Value') ? formatRupees(parseRupees(total)) : formatCount(Number(total))}`
  })
/** 1 → `1 trade` */
export const tradesText = (count: number): string => (count === 1 ? '1 trade' : `${formatCount(count)} trades`)

/** A trade as the list shows it. */
const fileTrade = z.object({
  line: z.number(),
  tradeNumber: z.string(),
  side: z.enum(['B', 'S']),
  clientCode: z.string(),
  clientId: z.optional(id),
  clientName: z.optional(z.string()),
  isin: z.string(),
  symbol: z.string(),
  series: z.string(),
  quantity: z.string(),
  price: z.string(),
  exceptions: z.array(z.enum(exceptionNames)),
  booked: z.boolean(),
})
export type FileTrade = z.infer<typeof fileTrade>

const difference = z.extend(fileTrade, { kind: z.enum(['added', 'removed', 'changed']) })

const reading = z.object({
  exchange,
  day: z.iso.date(),
  name: z.string(),
  isFinal: z.boolean(),
  /** Below the header. */
  rows: z.number(),
  cancelled: z.number(),
  totals,
  clients: z.number(),
  /** Trades to book, and those of the broker itself, which are only counted. */
  toBook: z.number(),
  own: z.number(),
  exceptions: z.partialRecord(z.enum(exceptionNames), z.number()),
  /** The first ones with an exception. */
  examples: z.array(fileTrade),
  /** Compared with the trades that are booked for the day. */
  before: z.optional(z.object({ trades: z.number(), added: z.number(), removed: z.number(), changed: z.number() })),
  differences: z.array(difference),
})
export type TradeFileReading = z.infer<typeof reading>

const status = z.enum(['waiting', 'approved', 'booking', 'booked', 'replaced', 'rejected'])
export const fileStatusNames: Record<z.infer<typeof status>, string> = {
  waiting: 'Awaiting approval',
  approved: 'Being recorded',
  booking: 'Being recorded',
  booked: 'Recorded',
  replaced: 'Replaced',
  rejected: 'Rejected',
}

const file = z.object({
  _id: id,
  exchange,
  day: z.iso.date(),
  /** `P1` of a file in parts, `T0` of one with T+0 trades; empty for the whole. */
  part: z.string(),
  name: z.string(),
  sha256: z.string(),
  status,
  totals,
  /** Trades with an exception. */
  exceptions: z.number(),
  /** Trades to book that are not booked yet. */
  left: z.number(),
  importedBy: z.string(),
  importedAt: moment,
  decidedBy: z.optional(z.string()),
})
export type ExchangeFile = z.infer<typeof file>

const code = z.object({ exchange, column: z.enum(codeColumns), code: z.string(), meaning: z.string() })
export type ExchangeCode = z.infer<typeof code>

export const exchangeFileErrors = {
  name: invalid(
    'The file must have the name the exchange gave it, such as Trade_NSE_CM_0_TM_90001_20261120_F_0000.csv.gz, because the exchange and the day in it are compared with the rows.',
  ),
  columns: invalid('This is not a trade file: the first row must name the 46 columns of the exchanges.'),
  noRows: invalid('The file has no trades in it'),
  long: invalid('The file has more than 2,00,000 rows. Import it in the parts that the exchange provides.'),
  zip: invalid('This is a zip archive or a workbook. Choose the .csv or .csv.gz file of the exchange.'),
  brokenArchive: invalid('The file cannot be unpacked. It may be cut off: download it again.'),
  rounded: invalid(
    `Every long order number ends in zeros after its 15th digit: a spreadsheet rounded them. ${untouchedFile}`,
  ),
  provisional: invalid('This is a provisional file. It is only shown; import the final file (F) of the evening.'),
  known: conflict('The trades of this file are already recorded for its day. Nothing was changed.'),
  pending: conflict('A file of this exchange and day is already awaiting a second operator or being recorded.'),
  unknown: conflict('This file is no longer awaiting approval'),
  unchanged: conflict('The code has this meaning already. Nothing was changed.'),
  ownCode: invalid('Codes of this column cannot mean that. Choose one of the meanings listed for it.'),
  /** Parts of sentences about a line. */
  untouched: untouchedFile,
  characters: 'a character cannot be read as UTF-8. Choose the file as the exchange wrote it.',
} as const

const e = exchangeFileErrors
const fileErrors = [
  ...exchangeCsvErrorList,
  e.name,
  e.columns,
  e.noRows,
  e.long,
  e.zip,
  e.brokenArchive,
  e.rounded,
  e.known,
  e.pending,
] as const

const expected = (error: string) =>
  z.optional(optionalLine(20).check(z.regex(/^(?:\d{1,15}(?:\.\d{1,2})?)?$/, { error })))
const number = expected('Enter a number without separators, such as 12500.50')
const upload = {
  csv: 'file',
  csvBytes: exchangeFileRules.bytes,
  query: z.object({
    trades: number,
    buyQuantity: number,
    buyValue: number,
    sellQuantity: number,
    sellValue: number,
  }),
} as const

const codeError = 'Enter each code as the files have it, such as N1 and N2; * does not stand for others'

export const exchangeFileCalls = {
  list: call('GET /desk/exchange-files', 'exchange.import', {
    alsoFor: 'operator.manage',
    does: 'The latest trade files of the exchanges, and the codes in them with their meanings.',
    reads: ['trade', 'queue'],
    reply: z.object({ files: z.array(file), codes: z.array(code) }),
  }),
  preview: call('POST /desk/exchange-files/preview', 'exchange.import', {
    does: 'What importing a trade file (field `file`: CSV or gzip, final or provisional) would do; `query` has the control totals of the member portal. Changes nothing.',
    ...upload,
    reply: reading,
    errors: fileErrors,
  }),
  importFile: call('POST /desk/exchange-files', 'exchange.import', {
    does: 'Requests that a final trade file of an exchange is recorded, client by client, with its sales taken from purchases; a second operator must approve it.',
    ...upload,
    reply: z.extend(reading, secondFields),
    errors: [...fileErrors, e.provisional, ...Object.values(idempotencyErrors)],
  }),
  trades: call('GET /desk/exchange-files/:fileId', 'exchange.import', {
    does: 'The trades of a file that need attention, and the dealers’ trades of the day that it does not confirm.',
    reads: ['trade', 'queue'],
    reply: z.object({
      trades: z.array(fileTrade),
      unconfirmed: z.array(
        z.object({
          tradeId: z.string(),
          clientName: z.string(),
          action: z.string(),
          stock: z.string(),
          quantity: z.string(),
          price: z.string(),
        }),
      ),
    }),
  }),
  again: call('POST /desk/exchange-files/:fileId/again', 'exchange.import', {
    does: 'Records the trades of a file whose UCC, ISIN or series is known in the meantime.',
    reply: messageReply,
    errors: [e.unknown, e.pending],
  }),
  setCode: call('POST /desk/exchange-codes', 'operator.manage', {
    does: 'Adds a code of the trade files, or changes its meaning; without `meaning` the code is removed. A second administrator must approve it.',
    body: z.object({
      exchange: z.enum(exchanges, { error: 'Choose NSE or BSE' }),
      column: z.enum(codeColumns, { error: 'Choose the column' }),
      code: line('Enter the code', 20).check(z.refine((text) => !text.includes('*'), { error: codeError })),
      meaning: z._default(optionalLine(20), ''),
    }),
    reply: z.extend(messageReply, secondFields),
    errors: [e.ownCode, e.unchanged],
  }),
}
