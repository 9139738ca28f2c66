import { decimalOf, formatPrice } from '@sauda/contract/platform/decimal'
import { closingPriceRules } from '@sauda/contract/trading/closing-price'
import { dateText } from '../../platform/india.ts'
import { tradingDaysBefore } from '../market/trading-day.ts'
import type { FilePrice, PriceFileContent } from './closing-price.read.ts'
import type { Known, StoredFiles } from './closing-price.sql.ts'

/** Why the file needs a second operator; none where it follows on the prices of the trading day before. */
export function reasonsOfFile(
  { exchange, day }: Pick<PriceFileContent, 'exchange' | 'day'>,
  stored: StoredFiles,
): string[] {
  const { hasAny, isReplaced } = stored
  if (!hasAny) return [`It is the first price file of ${exchange}`]
  const [previous = day] = tradingDaysBefore(day, 1)
  return [
    isReplaced && `It replaces the price file of ${exchange} of ${dateText(day)}`,
    !isFollowing(stored, day) &&
      `The file of ${exchange} of ${dateText(previous)}, the trading day before it, is missing`,
  ].filter((reason) => reason !== false)
}

/** Whether the newest file before a day is that of the trading day before it. */
export const isFollowing = ({ newestBefore }: Pick<StoredFiles, 'newestBefore'>, day: string): boolean =>
  newestBefore?.day === tradingDaysBefore(day, 1)[0]

type Compared = {
  /** Whether the file of the trading day before is stored: across a missing day every previous close would differ. */
  readonly isNext: boolean
  /** Whether no other operator has seen the file. */
  readonly isAlone: boolean
}

/** Why a price waits for an operator; none if it does not. */
export function reasonsOfPrice(
  { symbol, close, high, previous }: Pick<FilePrice, 'symbol' | 'close' | 'high' | 'previous'>,
  known: Known,
  { isNext, isAlone }: Compared,
) {
  const now = decimalOf(close) ?? 0n
  const given = decimalOf(previous || '0') ?? 0n
  const ours = known.close === null ? undefined : decimalOf(known.close)
  const base = ours ?? given
  const hasMoved = isFar(now, base)
  const ratio = hasMoved ? undefined : bonusRatio({ now, high: decimalOf(high) ?? now, base })
  const seen = decimalOf(known.seenClose ?? '0') ?? 0n
  const after = decimalOf(known.afterClose ?? '0') ?? 0n
  return [
    known.other !== null && `${symbol} had the ISIN ${known.other} until now. Check for a split or consolidation.`,
    isNext &&
      ours !== undefined &&
      known.day !== null &&
      given !== ours &&
      `The previous close in the file is ${formatPrice(given)}, ours of ${dateText(known.day)} is ${formatPrice(ours)}. Check for a corporate action that is missing here.`,
    hasMoved &&
      `The price ${now > base ? 'rose' : 'fell'} by more than ${most} % from ${formatPrice(base)} to ${formatPrice(now)}.`,
    ratio !== undefined &&
      `Bonus or split? All prices of the day fit a bonus of ${ratio}: the close fell from ${formatPrice(base)} to ${formatPrice(now)}.`,
    isAlone &&
      !hasMoved &&
      known.seenDay !== null &&
      isFar(now, seen) &&
      `Files of one operator alone moved the price by more than ${most} %: from ${formatPrice(seen)} on ${dateText(known.seenDay)} to ${formatPrice(now)}.`,
    isAlone &&
      known.isOffered &&
      known.seenDay === null &&
      `There is no earlier close of ${symbol} with which the price could be compared.`,
    known.afterDay !== null &&
      isFar(now, after) &&
      `The price is more than ${most} % away from that of the day after: ${formatPrice(now)}, and ${formatPrice(after)} on ${dateText(known.afterDay)}.`,
  ].filter((reason) => reason !== false)
}

const most = closingPriceRules.mostMovePercent

/** The shares for which companies grant a new one; larger bonuses and splits move the price by more than is accepted anyway. */
const smallBonuses = [10n, 9n, 8n, 7n, 6n, 5n, 4n, 3n]
/** Ordinary movement of a day, in percent. */
const ordinary = 3n

/** The bonus that explains a fall: the close fits it, and no price of the day was near the close before. */
function bonusRatio({ now, high, base }: { readonly now: bigint; readonly high: bigint; readonly base: bigint }) {
  const near = smallBonuses.find((owned) => {
    const [parts, expected] = [owned + 1n, base * owned]
    const apart = now * parts > expected ? now * parts - expected : expected - now * parts
    return apart * 100n <= expected * ordinary && high * parts * 2n <= expected * 2n + base
  })
  return base > 0n && near !== undefined ? `1:${near}` : undefined
}

/** False where there is nothing to compare with. */
function isFar(now: bigint, base: bigint): boolean {
  const move = now > base ? now - base : base - now
  return base > 0n && move * 100n > base * BigInt(most)
}
