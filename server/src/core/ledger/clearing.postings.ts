import { splitBy } from '@sauda/contract/platform/decimal'
import { above, least, sum } from '@sauda/contract/platform/money'
import type { Posting } from './ledger.ts'

/**
 * What a client can pay with, in paise. `unsettled` is by settlement, the oldest first; `unusable` is the part of it that pays
 * only within its own settlement: proceeds of shares that were not credited yet, and profits of shares bought and sold on the day.
 * The same counts for `short`, the value of what is recorded as not delivered.
 */
export type Money = {
  unsettled: { settlementId: string; paise: bigint; unusable: bigint; short?: bigint }[]
  cash: bigint
  loan: bigint
}

/** Where an amount came from; a posting without its other account. */
export type Part = Omit<Posting, 'to'>

type Use = {
  /** Whose unsettled money is used first. */
  readonly settlementId?: string | undefined
  readonly mayBorrow?: boolean
  /** What became part of the balance is taken back from it. */
  readonly cashFirst?: boolean
}

/**
 * The order in which money is used: unsettled of the same settlement, older usable unsettled, cash, loan, and what is missing is owed.
 * Reduces `money`. Every posting that takes a client's money calls this function.
 */
export function takeMoney(money: Money, paise: bigint, { settlementId, mayBorrow, cashFirst }: Use): Part[] {
  const parts: Part[] = []
  let left = paise
  const take = (available: bigint, part: Omit<Part, 'paise'>): bigint => {
    const used = available < left ? available : left
    if (used > 0n) parts.push({ ...part, paise: used })
    left -= used
    return available - used
  }
  if (cashFirst) money.cash = take(money.cash, { from: 'cash' })
  const own = money.unsettled.filter((each) => each.settlementId === settlementId)
  const older = money.unsettled.filter((each) => each.settlementId !== settlementId)
  for (const each of own) {
    each.paise = take(each.paise, { from: 'unsettled', settlementId: each.settlementId })
    if (each.unusable > each.paise) each.unusable = each.paise
  }
  for (const each of older) {
    const usable = usableOf(each)
    each.paise += take(usable, { from: 'unsettled', settlementId: each.settlementId }) - usable
  }
  money.cash = take(money.cash, { from: 'cash' })
  if (mayBorrow) money.loan = take(money.loan, { from: 'loan' })
  take(left, { from: 'client_dues' })
  return parts
}

export const usableOf = ({ paise, unusable, short = 0n }: Money['unsettled'][number]): bigint =>
  paise - least(paise, short > unusable ? short : unusable)

export function addUnsettled(unsettled: Money['unsettled'], settlementId: string, paise: bigint, unusable = 0n): void {
  const blocked = unusable < paise ? unusable : paise
  const known = unsettled.find((each) => each.settlementId === settlementId)
  if (!known) unsettled.push({ settlementId, paise, unusable: blocked })
  else {
    known.paise += paise
    known.unusable = above(known.unusable + blocked)
  }
}

/** An amount paid to the clearing corporation. An entry names one settlement, so money of another one passes through cash. */
export const toClearing = (parts: readonly Part[], settlementId: string): Posting[] =>
  parts.flatMap((part): Posting[] =>
    part.from === 'unsettled' && part.settlementId !== settlementId
      ? [
          { ...part, to: 'cash' },
          { from: 'cash', to: 'clearing_corporation', paise: part.paise, settlementId },
        ]
      : [{ ...part, to: 'clearing_corporation', settlementId }],
  )

/** In paise; none below zero. */
export type Charges = {
  readonly brokerage: bigint
  readonly gst: bigint
  readonly stt: bigint
  readonly stampDuty: bigint
  readonly exchangeCharges: bigint
  readonly sebiFee: bigint
}

const levies = {
  brokerage: 'brokerage',
  gst: 'gst',
  stt: 'stt',
  stampDuty: 'stamp_duty',
  exchangeCharges: 'exchange_charges',
  sebiFee: 'sebi_fee',
} as const satisfies Record<keyof Charges, Posting['to']>

/** A delivery purchase. */
type Purchase = {
  readonly id: string
  readonly settlementId: string
  readonly cost: bigint
  /** What was returned to the loan for it before; the loan pays it first, as far as it has money, and nothing beyond it. */
  readonly borrowed?: bigint
  /** The cost of each part that the day sold in another settlement. */
  readonly sold?: readonly { readonly settlementId: string; readonly cost: bigint }[]
}

/** A client's trades of a day, in paise, without charges. */
export type Trades = {
  readonly purchases: readonly Purchase[]
  /** Delivery sales; `loanPart` is the borrowed part of the cost, `unusable` the part of the proceeds of shares not credited yet. */
  readonly sales: readonly {
    readonly settlementId: string
    readonly cost: bigint
    readonly loanPart?: bigint
    readonly proceeds: bigint
    readonly unusable?: bigint
  }[]
  /** Result of the quantity bought and sold on the day; below zero is a loss. */
  readonly intraday: readonly { readonly settlementId: string; readonly result: bigint }[]
}

type Planned = {
  readonly postings: readonly Posting[]
  /** The borrowed part of each purchase's cost, by its id. */
  readonly loanParts: ReadonlyMap<string, bigint>
}

/** `unusableUsed`: what a close-out took of the unusable proceeds of its sale. */
export type Booked = Planned & { readonly unusableUsed: bigint }

/** The entries of a contract note. Sales come first, because purchases and charges use their proceeds. Reduces `money`. */
function contractPostings(
  money: Money,
  { purchases, sales, intraday }: Trades,
  charges: Charges,
  mayBorrow: boolean,
): Planned {
  const postings: Posting[] = []
  const loanParts = new Map<string, bigint>()
  for (const { settlementId, cost, loanPart = 0n, proceeds, unusable } of sales) {
    const own = cost - loanPart
    const profit = proceeds > cost ? proceeds - cost : 0n
    postings.push(
      { from: 'invested', to: 'unsettled', paise: own, settlementId },
      { from: 'invested', to: 'loan', paise: loanPart },
      { from: 'clearing_corporation', to: 'unsettled', paise: profit, settlementId },
      { from: 'clearing_corporation', to: 'securities', paise: cost, settlementId },
    )
    addUnsettled(money.unsettled, settlementId, own + profit, unusable)
    money.loan += loanPart
  }
  for (const { settlementId, result } of intraday)
    if (result > 0n) {
      postings.push({ from: 'clearing_corporation', to: 'unsettled', paise: result, settlementId })
      addUnsettled(money.unsettled, settlementId, result, result)
    }
  for (const { settlementId, cost, proceeds } of sales)
    if (proceeds < cost)
      postings.push(...toClearing(takeMoney(money, cost - proceeds, { settlementId, mayBorrow }), settlementId))
  for (const { settlementId, result } of intraday)
    if (result < 0n) postings.push(...toClearing(takeMoney(money, -result, { settlementId }), settlementId))
  for (const { id, settlementId, cost, borrowed } of purchases) {
    const again = least(borrowed ?? 0n, money.loan)
    money.loan -= again
    const loan: Part[] = again > 0n ? [{ from: 'loan', paise: again }] : []
    const rest = takeMoney(money, cost - again, { settlementId, mayBorrow: mayBorrow && borrowed === undefined })
    const parts = [...loan, ...rest]
    loanParts.set(
      id,
      parts.reduce((sum, { from, paise }) => (from === 'loan' ? sum + paise : sum), 0n),
    )
    postings.push(...parts.map((part) => ({ ...part, to: 'invested' as const })), {
      from: 'securities',
      to: 'clearing_corporation',
      paise: cost,
      settlementId,
    })
  }
  const [first] = [...sales, ...intraday, ...purchases]
  for (const [levy, account] of Object.entries(levies))
    postings.push(
      ...takeMoney(money, charges[levy as keyof Charges], { settlementId: first?.settlementId }).map((part) => ({
        ...part,
        to: account,
      })),
    )
  return { postings: addUp(postings), loanParts }
}

/** The borrowed part of each part of a purchase that the day sold in another settlement, and last that of the rest. */
export function borrowedParts(
  { cost, sold = [] }: { readonly cost: bigint; readonly sold?: readonly { readonly cost: bigint }[] },
  borrowed: bigint,
): bigint[] {
  const costs = sold.map((part) => part.cost)
  return splitBy(borrowed, [...costs, cost - sum(costs)])
}

/** Such a sale returns to the loan what the purchase has borrowed for it, which is known once the purchase is paid. Reduces `money`. */
function returningPostings(money: Money, trades: Trades, charges: Charges): Planned {
  if (trades.purchases.every(({ sold }) => sold === undefined)) return contractPostings(money, trades, charges, true)
  const { loanParts } = contractPostings(structuredClone(money), trades, charges, true)
  const borrowedOf = ({ id, sold }: Purchase): bigint => (sold === undefined ? 0n : (loanParts.get(id) ?? 0n))
  const returned = trades.purchases.flatMap((purchase) => {
    const parts = borrowedParts(purchase, borrowedOf(purchase))
    return (purchase.sold ?? []).map(({ settlementId }, at) => ({
      settlementId,
      cost: 0n,
      loanPart: parts[at] ?? 0n,
      proceeds: 0n,
    }))
  })
  if (returned.every(({ loanPart }) => loanPart === 0n)) return contractPostings(money, trades, charges, true)
  const purchases = trades.purchases.map((purchase) =>
    purchase.sold === undefined ? purchase : { ...purchase, borrowed: borrowedOf(purchase) },
  )
  return contractPostings(money, { ...trades, purchases, sales: [...trades.sales, ...returned] }, charges, true)
}

/** One posting for each pair of accounts and settlement, however many trades the day has. */
const addUp = (postings: readonly Posting[]): Posting[] =>
  [...Map.groupBy(postings, ({ from, to, settlementId }) => `${from} ${to} ${settlementId}`).values()]
    .map((same) => same.reduce((sum, { paise }) => ({ ...sum, paise: sum.paise + paise })))
    .filter(({ paise }) => paise !== 0n)

export type ContractNote = {
  readonly clientId: string
  /** Id of the note, or of what will be issued as one. */
  readonly noteId: string
  /** What the client reads in the statement. */
  readonly reason: string
  readonly trades: Trades
  readonly charges: Charges
  /**
   * A close-out: the proceeds of its sale pay for it, also `unusable` of them whose shares were not credited, and what was `short`.
   * A loan pays for the purchases of every other note before dues arise.
   */
  readonly closes?: UnusablePart & { readonly short: bigint }
}
export type UnusablePart = { readonly settlementId: string; readonly unusable: bigint }

/** What a note books with the client's money. Reduces `money`. */
export function notePostings(money: Money, { trades, charges, closes }: ContractNote): Booked {
  const closed = money.unsettled.find(({ settlementId }) => settlementId === closes?.settlementId)
  if (!closes) return { ...returningPostings(money, trades, charges), unusableUsed: 0n }
  if (!closed) return { ...contractPostings(money, trades, charges, false), unusableUsed: 0n }
  const before = closed.paise
  const open = least(closes.unusable, closed.unusable)
  closed.unusable -= open
  closed.short = (closed.short ?? 0n) - closes.short
  const planned = contractPostings(money, trades, charges, false)
  const unusableUsed = least(open, before - closed.paise)
  closed.unusable += open - unusableUsed
  return { ...planned, unusableUsed }
}
