import type { ActionKind } from '@sauda/contract/trading/corporate-action-name'
import { allParts, changedBy, type Ratio } from '@sauda/contract/trading/corporate-action-ratio'
import { moneyOf, shareOf } from '@sauda/contract/platform/decimal'
import { above, least, sum } from '@sauda/contract/platform/money'

/**
 * Which lots an action opens in place of those that a client held before the ex-date. Quantities in hundred-millionths, amounts in paise
 * (docs/decisions/0105-corporate-actions.md).
 */

export type Terms = Ratio & {
  readonly kind: ActionKind
  /** The part of the cost that goes to the other share of a demerger, in millionths. */
  readonly costPart: bigint
  /** Paise that a share of an allotment cost. */
  readonly issuePrice?: bigint
}

/** What is left of a lot, the oldest first. */
export type HeldLot = {
  readonly id: string
  readonly quantity: bigint
  readonly cost: bigint
  readonly loanPart: bigint
  /** What was sold of it since the ex-date, which is entitled to a bonus too. */
  readonly soldSince: bigint
  /** In a buyback or allotment: what the company accepted of the client or allotted, on each of the client's lots. */
  readonly accepted?: bigint | undefined
}

export type OpenedLot = {
  /** The lot that it replaces; what a bonus, rights issue or allotment gives comes from all of them. */
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
  { kind, held, given, costPart, issuePrice = 0n }: Terms,
  lots: readonly HeldLot[],
  isWhole: boolean,
): OpenedLot[] {
  if (kind === 'bonus' || kind === 'rights') {
    const entitled = sum(lots.map(({ quantity, soldSince }) => quantity + soldSince))
    const quantity = shareOf(entitled, given, held)
    const part = isWhole ? quantity % whole : 0n
    const free = { id: undefined, cost: 0n, loanPart: 0n }
    // Part of an entitlement is not paid: it gives nothing.
    if (kind === 'rights') return openedOf([{ ...free, quantity: quantity - part }], 0n, true)
    return openedOf([{ ...free, quantity }], part, false)
  }
  if (kind === 'dividend') return []
  if (kind === 'buyback') return boughtBack(lots)
  if (kind === 'allotment') return allotted(lots, issuePrice)
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

/** The oldest entitlements are taken: one lot of shares has their cost and what was paid for them. The others lapse. */
function allotted(lots: readonly HeldLot[], issuePrice: bigint): OpenedLot[] {
  const parts = openedOf(lots, lots[0]?.accepted ?? 0n, false)
  const taken = parts.filter(({ isFraction }) => isFraction)
  const quantity = sum(taken.map((part) => part.quantity))
  const shares = {
    parentId: undefined,
    isOther: true,
    isFraction: false,
    quantity,
    cost: sum(taken.map(({ cost }) => cost)) + moneyOf(issuePrice, quantity),
    loanPart: sum(taken.map(({ loanPart }) => loanPart)),
  }
  const lapsed = parts.filter(({ isFraction }) => !isFraction).map((part) => ({ ...part, isFraction: true }))
  return quantity > 0n ? [shares, ...lapsed] : lapsed
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
