import { AppError } from '@sauda/contract/platform/error'
import { sum } from '@sauda/contract/platform/money'
import { isClientCode } from '@sauda/contract/trading/exchange-file'
import type { Exchange } from '@sauda/contract/trading/market'
import { type LevyName, levyFileErrors } from '@sauda/contract/trading/levy-file'
import * as z from 'zod/mini'
import { cell, column, type Format, readTable, type RowOf, text } from '../../platform/format.ts'
import * as market from '../market/imported-file.ts'

const rowOf = (levy: LevyName) =>
  z.object({
    RptHdr: text,
    Sgmt: market.cashMarket,
    Src: text,
    TradDt: market.dayOrNone,
    /** Empty in the totals of the member. */
    code: column(
      'ClntId',
      cell(
        (written) => (written === '' || isClientCode(written) ? written.toUpperCase() : undefined),
        (written) => `“${written.toUpperCase().slice(0, 40)}” is not a client code.`,
      ),
    ),
    TckrSymb: text,
    SctySrs: text,
    /** Empty in the total of the client. */
    isin: column('ISIN', market.isinOrNone),
    bought: column('TtlBuyTradgVol', market.number),
    sold: column('TtlSellTradgVol', market.number),
    boughtValue: column('TtlBuyTrfVal', market.number),
    soldValue: column('TtlSellTrfVal', market.number),
    intraday: column(levy === 'stt' ? 'SellOthrThanDlvryQty' : 'BuyOthrThanDlvryQty', market.number),
    amount: column(levy === 'stt' ? 'TtlTaxs' : 'StmpDtyAmt', market.number),
  })
type LevyRow = RowOf<ReturnType<typeof rowOf>>

/** Files of STT and of stamp duty. */
const levyFile = (levy: LevyName, day: string): Format<ReturnType<typeof rowOf>> => ({
  row: rowOf(levy),
  optional: levy === 'stt' ? [] : ['TradDt'],
  cells(written, header, { Sgmt, TradDt, code, amount }) {
    const cells = market.wholeRows(written, header)
    // Nothing else of the totals of the member is read.
    return cells[code] === '' ? cells.map((each, at) => ([Sgmt, TradDt, amount].includes(at) ? each : '')) : cells
  },
  key: ({ code, isin }) => (isin === '' && code !== '' ? code : undefined),
  judge({ line, code, TradDt }, before) {
    market.requireDay(line, TradDt || day, day)
    return before && { fault: `the total of client ${code} is in the file twice.` }
  },
  errors: levyFileErrors,
})

const summed = ['bought', 'sold', 'intraday', 'boughtValue', 'soldValue', 'amount'] as const
/** Quantities and amounts in hundred-millionths. */
export type LevyLine = Pick<LevyRow, 'line' | 'code' | 'isin' | (typeof summed)[number]>
export type LevyContent = {
  readonly levy: LevyName
  readonly exchange: Exchange
  readonly day: string
  readonly lines: readonly LevyLine[]
  readonly total: bigint
}

const namePattern =
  /^(?<kind>STT|StampDuty)_(?<source>NCL|ICCL|BSECL)_CM_(?:\w+_)?(?<year>\d{4})(?<month>\d{2})(?<date>\d{2})_(?<state>[FP])_\d{4}/i

/** Throws an AppError that names the line. To be called in a child process. */
export function readLevies({ name, bytes }: { readonly name: string; readonly bytes: Uint8Array }): LevyContent {
  const { exchange, day, groups } = market.namedBy(name, namePattern, levyFileErrors.name)
  if (groups['state']?.toUpperCase() === 'P') throw new AppError(levyFileErrors.provisional)
  const levy = groups['kind']?.toUpperCase() === 'STT' ? 'stt' : 'stamp'
  const { rows } = readTable(market.exchangeText(bytes), levyFile(levy, day))
  // A security may be in several series.
  const ofClients = Map.groupBy(
    rows.filter(({ code }) => code !== ''),
    ({ code, isin }) => `${code} ${isin}`,
  )
  const lines = [...ofClients.values()].map((own): LevyLine => {
    const { line, code, isin } = own.at(-1) as LevyRow
    return { line, code, isin, ...market.totalsOf(own, summed) }
  })
  if (lines.length === 0) throw new AppError(levyFileErrors.noRows)
  const totals = lines.filter(({ isin }) => isin === '')
  const total = sum((totals.length > 0 ? totals : lines).map(({ amount }) => amount))
  if (total > market.mostTotal) throw new AppError(levyFileErrors.tooLarge)
  // The outermost of the totals of members is the first.
  const member = rows.find(({ code }) => code === '')
  if (member && member.amount !== total) throw new AppError(levyFileErrors.cut)
  return { levy, exchange, day, lines, total }
}
