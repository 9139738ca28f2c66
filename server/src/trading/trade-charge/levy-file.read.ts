import { AppError } from '@sauda/contract/platform/error'
import { isClientCode } from '@sauda/contract/trading/exchange-file'
import { isIsin } from '@sauda/contract/trading/isin'
import { type Exchange } from '@sauda/contract/trading/market'
import { type LevyName, levyFileErrors } from '@sauda/contract/trading/levy-file'
import { dateText, dayIn } from '../../platform/india.ts'
import {
  mostTotal,
  type Cell,
  exchangesOf,
  numberIn,
  readTable,
  rejectDerivatives,
  requireCashMarket,
  fileFault,
  lineFault,
  namedRight,
  writtenDay,
} from '../market/imported-file.ts'

/** Quantities and amounts in hundred-millionths. An empty ISIN is the total of the client. */
export type LevyLine = {
  readonly line: number
  readonly code: string
  readonly isin: string
  readonly bought: bigint
  readonly sold: bigint
  readonly intraday: bigint
  readonly turnover: bigint
  readonly amount: bigint
}
export type LevyContent = {
  readonly levy: LevyName
  readonly exchange: Exchange
  readonly day: string
  readonly lines: readonly LevyLine[]
  readonly total: bigint
}

const common =
  'RptHdr Sgmt Src ClntId TckrSymb SctySrs ISIN TtlBuyTradgVol TtlBuyTrfVal TtlSellTradgVol TtlSellTrfVal'.split(' ')
/** The columns that are read, of the 49 and 38. */
const forms = {
  stt: {
    columns: [...common, 'TradDt', 'SellOthrThanDlvryQty', 'TtlTaxs'],
    intraday: 'SellOthrThanDlvryQty',
    amount: 'TtlTaxs',
    count: 49,
  },
  stamp: {
    columns: [...common, 'BuyOthrThanDlvryQty', 'StmpDtyAmt'],
    intraday: 'BuyOthrThanDlvryQty',
    amount: 'StmpDtyAmt',
    count: 38,
  },
} as const
const namePattern = /^(STT|StampDuty)_(NCL|ICCL|BSECL)_CM_(?:\w+_)?(\d{4})(\d{2})(\d{2})_([FP])_\d{4}/i

/** Reads an STT or stamp duty file. Throws an AppError that names the line. To be called in a child process. */
export function readLevies({ name, bytes }: { readonly name: string; readonly bytes: Uint8Array }): LevyContent {
  rejectDerivatives(name)
  const [, kind = '', corporation = '', year, month, date, state = ''] = namePattern.exec(name) ?? []
  const exchange = exchangesOf[corporation.toUpperCase()]
  const day = `${year}-${month}-${date}`
  if (!exchange || dayIn(day) !== day) throw new AppError(levyFileErrors.name)
  if (state.toUpperCase() === 'P') throw new AppError(levyFileErrors.provisional)
  const levy = kind.toUpperCase() === 'STT' ? 'stt' : 'stamp'
  const form = forms[levy]
  const table = newTable(day, form)
  readTable(bytes, { columns: form.columns, errors: levyFileErrors }, (line, cell) => table.add(line, cell))
  return { levy, exchange, day, ...table.finish() }
}

type Form = (typeof forms)[LevyName]

function newTable(day: string, form: Form) {
  const lines = new Map<string, LevyLine>()
  /** Totals of members, the outermost first. */
  let member: bigint | undefined
  return {
    add(line: number, cell: Cell): void {
      const number = (column: string) => numberIn(line, cell, column)
      requireCashMarket(line, cell('Sgmt'))
      const tradeDay = cell('TradDt') === '' ? day : writtenDay(line, 'TradDt', cell('TradDt'))
      if (tradeDay !== day)
        throw fileFault(
          `The file is named for ${dateText(day)} but line ${line} is of ${dateText(tradeDay)}. ${namedRight}`,
        )
      const [code, isin] = [cell('ClntId').toUpperCase(), cell('ISIN').toUpperCase()]
      const amount = number(form.amount)
      if (code === '') {
        member ??= amount
        return
      }
      if (!isClientCode(code)) throw lineFault(line, `“${code.slice(0, 40)}” is not a client code.`)
      if (isin !== '' && !isIsin(isin)) throw lineFault(line, `${isin} is not an ISIN.`)
      const key = `${code} ${isin}`
      const before = lines.get(key)
      if (before && isin === '') throw lineFault(line, `the total of client ${code} is in the file twice.`)
      // A security may be in several series.
      lines.set(key, {
        line,
        code,
        isin,
        bought: number('TtlBuyTradgVol') + (before?.bought ?? 0n),
        sold: number('TtlSellTradgVol') + (before?.sold ?? 0n),
        intraday: number(form.intraday) + (before?.intraday ?? 0n),
        turnover: number('TtlBuyTrfVal') + number('TtlSellTrfVal') + (before?.turnover ?? 0n),
        amount: amount + (before?.amount ?? 0n),
      })
    },
    finish(): Pick<LevyContent, 'lines' | 'total'> {
      const all = [...lines.values()]
      if (all.length === 0) throw new AppError(levyFileErrors.noRows)
      const totals = all.filter(({ isin }) => isin === '')
      const total = (totals.length > 0 ? totals : all).reduce((sum, { amount }) => sum + amount, 0n)
      if (total > mostTotal) throw new AppError(levyFileErrors.tooLarge)
      if (member !== undefined && member !== total) throw new AppError(levyFileErrors.cut)
      return { lines: all, total }
    },
  }
}
