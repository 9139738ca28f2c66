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
  const given = previous === '' ? undefined : decimalOf(previous)
  const ours = known.close === null ? undefined : decimalOf(known.close)
  const own = known.ownClose === null ? undefined : decimalOf(known.ownClose)
  const base = ours ?? given ?? 0n
  const hasMoved = isFar(now, base)
  const ratio = usualRatio({ now, high: decimalOf(high) ?? now, base })
  const seen = decimalOf(known.seenClose ?? '0') ?? 0n
  const after = decimalOf(known.afterClose ?? '0') ?? 0n
  return [
    known.other !== null && `${symbol} had the ISIN ${known.other} until now. Check for a split or consolidation.`,
    isNext &&
      ours !== undefined &&
      known.day !== null &&
      given === undefined &&
      `No previous close is known from the file to compare with ours of ${dateText(known.day)}, ${formatPrice(ours)}.`,
    isNext &&
      ours !== undefined &&
      known.day !== null &&
      given !== undefined &&
      given !== ours &&
      given !== own &&
      `The previous close in the file is ${formatPrice(given)}, ours of ${dateText(known.day)} is ${formatPrice(ours)}. Check for a corporate action that is missing here.`,
    hasMoved &&
      `The price ${now > base ? 'rose' : 'fell'} by more than ${most} % from ${formatPrice(base)} to ${formatPrice(now)}.`,
    ratio !== undefined &&
      `${ratio.question} ${now < base ? 'All prices of the day fit' : 'The close fits'} ${ratio.text}: it ${now < base ? 'fell' : 'rose'} from ${formatPrice(base)} to ${formatPrice(now)}.`,
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

type Ratio = {
  /** The price after, for so many of the price before. */
  readonly after: bigint
  readonly before: bigint
  /** Ordinary movement of a day, in percent: less where the ratios lie close together. */
  readonly ordinary: bigint
  readonly question: string
  readonly text: string
}

const bonus = (fresh: bigint, owned: bigint): Ratio => ({
  after: owned,
  before: owned + fresh,
  ordinary: fresh < owned && fresh === 1n && owned > 2n ? 3n : 5n,
  question: 'Bonus or split?',
  text: `a bonus of ${fresh}:${owned}${owned === 1n ? ` or a split of 1 share into ${fresh + 1n}` : ''}`,
})
const consolidation = (shares: bigint): Ratio => ({
  after: shares,
  before: 1n,
  ordinary: 5n,
  question: 'Consolidation?',
  text: `a consolidation of ${shares} shares into 1`,
})
const toTen = [1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n, 9n, 10n]
/** The ratios that companies use: bonuses from 1:10 to 10:1, splits and consolidations of up to ten shares. */
const usualRatios: readonly Ratio[] = [
  ...toTen.slice(1).map((owned) => bonus(1n, owned)),
  bonus(2n, 3n),
  bonus(3n, 2n),
  ...toTen.map((fresh) => bonus(fresh, 1n)),
  ...toTen.slice(1).map(consolidation),
]

type Step = { readonly now: bigint; readonly high: bigint; readonly base: bigint }

/** The ratio that explains a step best: the close fits it within ordinary movement and, after a fall, no price of the day was near the close before. */
function usualRatio({ now, high, base }: Step): Ratio | undefined {
  if (base <= 0n) return undefined
  const distances = usualRatios
    .map((ratio) => {
      const expected = base * ratio.after
      const apart = now * ratio.before - expected
      return { ratio, millionths: ((apart < 0n ? -apart : apart) * 1_000_000n) / expected }
    })
    .filter(({ ratio: { after, before, ordinary }, millionths }) => {
      const isClear = after > before || high * 2n * before <= base * (after + before)
      return isClear && millionths <= ordinary * 10_000n
    })
  return distances.toSorted((one, other) => Number(one.millionths - other.millionths))[0]?.ratio
}

/** False where there is nothing to compare with. */
function isFar(now: bigint, base: bigint): boolean {
  const move = now > base ? now - base : base - now
  return base > 0n && move * 100n > base * BigInt(most)
}
