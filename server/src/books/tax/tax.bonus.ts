import { shareOf } from '@sauda/contract/platform/decimal'
import { least } from '@sauda/contract/platform/money'

/**
 * Bonus stripping (old section 94(8), for shares since the tax year 2022-23): a loss on shares bought within three months before a bonus and
 * sold within nine months after it does not count while shares of the bonus are held. It is the cost of those.
 */

/** In months, before and after the ex-date, which is the record date. */
const window = { before: 3, after: 9 }
const firstSale = '2022-04-01'

/** The same date so many months later, or the last one of that month. */
export function monthsAfter(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}

type Held = {
  readonly trade: { readonly bonusOn?: string | undefined }
  readonly quantity: bigint
  amount: bigint
}
type Exit = {
  readonly buy: { readonly day: string }
  readonly sale: { readonly day: string }
  readonly buyValue: bigint
  readonly category: string
}

/** The exit as it counts. What does not count of its loss after charges is added to the cost of the bonus shares. */
export function withoutStripped<Own extends Exit>(
  exit: Own,
  lossAfterCharges: bigint,
  lots: readonly Held[],
): Own & { readonly ignoredLoss?: bigint } {
  const loss = least(lossAfterCharges, exit.buyValue)
  const { buy, sale } = exit
  if (loss <= 0n || exit.category === 'intraday') return exit
  const first = lots.find(({ trade: { bonusOn } }) => bonusOn !== undefined && isStripped(buy.day, sale.day, bonusOn))
  const bonusOn = first?.trade.bonusOn
  if (bonusOn === undefined) return exit
  const own = lots.filter(({ trade }) => trade.bonusOn === bonusOn)
  let [left, units] = [loss, own.reduce((sum, { quantity }) => sum + quantity, 0n)]
  for (const lot of own) {
    const part = shareOf(left, lot.quantity, units)
    lot.amount += part
    left -= part
    units -= lot.quantity
  }
  return { ...exit, buyValue: exit.buyValue - loss, ignoredLoss: loss }
}

const isStripped = (bought: string, sold: string, bonusOn: string): boolean =>
  sold >= firstSale &&
  bought < bonusOn &&
  bonusOn <= monthsAfter(bought, window.before) &&
  bonusOn <= sold &&
  sold <= monthsAfter(bonusOn, window.after)
