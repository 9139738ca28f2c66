import type { ActionKind } from '@sauda/contract/trading/corporate-action-name'
import { allParts, changedBy, type Ratio } from '@sauda/contract/trading/corporate-action-ratio'
import { shareOf } from '@sauda/contract/platform/decimal'
import { above, least, sum } from '@sauda/contract/platform/money'

/**
 * Which lots an action opens in place of those that a client held before the ex-date. Quantities in hundred-millionths, amounts in paise
 * (docs/decisions/0105-corporate-actions.md).
 */

export type Terms = Ratio & {
  readonly kind: ActionKind
  /** The part of the cost that goes to the other share of a demerger, in millionths. */
  readonly costPart: bigint
}

/** What is left of a lot, the oldest first. */
export type HeldLot = {
  readonly id: string
  readonly quantity: bigint
  readonly cost: bigint
  readonly loanPart: bigint
  /** What was sold of it since the ex-date, which is entitled to a bonus too. */
  readonly soldSince: bigint
  /** In a buyback: what the company accepted of the client, on each of the client's lots. */
  readonly accepted?: bigint | undefined
}

export type OpenedLot = {
  /** The lot that it replaces; a bonus comes from all of them. */
  readonly parentId: string | undefined
  readonly isOther: boolean
  readonly isFraction: boolean
  readonly quantity: bigint
  readonly cost: bigint
  readonly loanPart: bigint
}

const whole = 100_000_000n

/** `isWhole`: parts of a share are paid in cash. */
export function planAction(
  { kind, held, given, costPart }: Terms,
  lots: readonly HeldLot[],
  isWhole: boolean,
): OpenedLot[] {
  if (kind === 'bonus') {
    const entitled = sum(lots.map(({ quantity, soldSince }) => quantity + soldSince))
    const quantity = shareOf(entitled, given, held)
    return openedOf([{ id: undefined, quantity, cost: 0n, loanPart: 0n }], isWhole ? quantity % whole : 0n, false)
  }
  if (kind === 'dividend') return []
  if (kind === 'buyback') return boughtBack(lots)
  const ratio = { held, given }
  const changed = (of: typeof lots, isOther: boolean) => {
    const made = changedBy(of, ratio)
    // The part of a share beyond whole ones.
    return openedOf(made, isWhole ? sum(made.map(({ quantity }) => quantity)) % whole : 0n, isOther)
  }
  if (kind !== 'demerger') return changed(lots, kind === 'merger')
  const others = lots.map((lot) => ({
    ...lot,
    cost: shareOf(lot.cost, costPart, allParts),
    loanPart: shareOf(lot.loanPart, costPart, allParts),
  }))
  const kept = lots.map((lot, at) => ({
    ...lot,
    cost: lot.cost - (others[at]?.cost ?? 0n),
    loanPart: lot.loanPart - (others[at]?.loanPart ?? 0n),
  }))
  return [...openedOf(kept, 0n, false), ...changed(others, true)]
}

/** What was accepted is taken from the oldest lots, as a sale would take it; the others are not touched. */
function boughtBack(lots: readonly HeldLot[]): OpenedLot[] {
  const opened = openedOf(lots, lots[0]?.accepted ?? 0n, false)
  const touched = new Set(opened.filter(({ isFraction }) => isFraction).map(({ parentId }) => parentId))
  return opened.filter(({ parentId }) => touched.has(parentId))
}

type Changed = Omit<HeldLot, 'id' | 'soldSince' | 'accepted'> & { readonly id: string | undefined }

/** What the company pays in cash is taken from the oldest lots, as a sale would take it. */
function openedOf(lots: readonly Changed[], inCash: bigint, isOther: boolean): OpenedLot[] {
  let wanted = inCash
  return lots.flatMap(({ id: parentId, quantity, cost, loanPart }) => {
    const fraction = least(quantity, wanted)
    wanted -= fraction
    const part = {
      quantity: fraction,
      cost: fraction === 0n ? 0n : shareOf(cost, fraction, quantity),
      loanPart: fraction === 0n ? 0n : shareOf(loanPart, fraction, quantity),
    }
    const rest = { quantity: above(quantity, fraction), cost: cost - part.cost, loanPart: loanPart - part.loanPart }
    return [
      { ...rest, parentId, isOther, isFraction: false },
      { ...part, parentId, isOther, isFraction: true },
    ].filter((lot) => lot.quantity > 0n)
  })
}
