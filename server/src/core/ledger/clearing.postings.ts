import { least } from '@sauda/contract/platform/money'
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
type Part = Omit<Posting, 'to'>

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
    known.unusable += blocked
  }
}

/** An amount paid to the clearing corporation. An entry names one settlement, so money of another one passes through cash. */
const toClearing = (parts: readonly Part[], settlementId: string): Posting[] =>
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

/** A client's trades of a day, in paise, without charges. */
export type Trades = {
  /** Delivery purchases; `borrowed`: what a sale returned to the loan before it was closed out; the loan pays it first, as far as it has money. */
  readonly purchases: readonly {
    readonly id: string
    readonly settlementId: string
    readonly cost: bigint
    readonly borrowed?: bigint
  }[]
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
  for (const { id, settlementId, cost, borrowed = 0n } of purchases) {
    const again = least(borrowed, money.loan)
    money.loan -= again
    const loan: Part[] = again > 0n ? [{ from: 'loan', paise: again }] : []
    const parts = [...loan, ...takeMoney(money, cost - again, { settlementId, mayBorrow })]
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
  if (!closes || !closed) return { ...contractPostings(money, trades, charges, !closes), unusableUsed: 0n }
  const before = closed.paise
  const open = least(closes.unusable, closed.unusable)
  closed.unusable -= open
  closed.short = (closed.short ?? 0n) - closes.short
  const planned = contractPostings(money, trades, charges, false)
  const unusableUsed = least(open, before - closed.paise)
  closed.unusable += open - unusableUsed
  return { ...planned, unusableUsed }
}

const clientMoney: ReadonlySet<string> = new Set(['unsettled', 'cash', 'loan', 'client_dues'])

type Standing = {
  readonly money: Money
  /** Dues, and of what is borrowed the part that is not in the unused loan. */
  readonly owed: Record<'client_dues' | 'loan', bigint>
  /** Settlements that are paid out to the client: what they would return is cash. */
  readonly released: ReadonlySet<string>
}

/** Returns an amount to where it came from; what no longer exists or is owed there becomes cash. Changes `standing`. */
function giveBack({ from, paise, settlementId }: Part, standing: Standing): Omit<Posting, 'from'>[] {
  const { money, released } = standing
  if (from === 'unsettled' && settlementId !== undefined && !released.has(settlementId)) {
    addUnsettled(money.unsettled, settlementId, paise)
    return [{ to: 'unsettled', paise, settlementId }]
  }
  const to = from === 'loan' ? 'loan' : 'client_dues'
  const back = from === to ? least(paise, standing.owed[to]) : 0n
  standing.owed[to] -= back
  if (to === 'loan') money.loan += back
  money.cash += paise - back
  return [
    { to, paise: back },
    { to: 'cash', paise: paise - back },
  ]
}

/** An amount of an account to a client's money; with two settlements it passes through cash. */
const fromAccount = (
  from: Posting['from'],
  parts: readonly Omit<Posting, 'from'>[],
  settlementId?: string,
): Posting[] =>
  parts.flatMap((part): Posting[] => {
    if (settlementId === undefined) return [{ ...part, from }]
    if (part.settlementId === undefined || part.settlementId === settlementId) return [{ ...part, from, settlementId }]
    return [
      { from, to: 'cash', paise: part.paise, settlementId },
      { ...part, from: 'cash' },
    ]
  })

/** Undoes a note's entries: what the client paid returns to where it came from; what the client received is taken from there, else as any other money. Changes `standing`. */
export function contraPostings(entries: readonly Posting[], standing: Standing): Posting[] {
  const { money, released } = standing
  const postings: Posting[] = []
  const settlementOf = (account: Posting['from'], { settlementId }: Posting) =>
    account === 'clearing_corporation' ? settlementId : undefined
  for (const entry of entries) {
    if (clientMoney.has(entry.to)) continue
    if (clientMoney.has(entry.from))
      postings.push(...fromAccount(entry.to, giveBack(entry, standing), settlementOf(entry.to, entry)))
    else postings.push({ ...entry, from: entry.to, to: entry.from })
  }
  for (const { from, to, paise, settlementId } of entries)
    // Money of another settlement that passed through cash.
    if (from === 'unsettled' && to === 'cash' && settlementId !== undefined && !released.has(settlementId)) {
      money.cash -= paise
      addUnsettled(money.unsettled, settlementId, paise)
      postings.push({ from: 'cash', to: 'unsettled', paise, settlementId })
    }
  for (const entry of entries) {
    if (!clientMoney.has(entry.to) || clientMoney.has(entry.from)) continue
    if (entry.to === 'loan' && money.loan >= entry.paise) {
      money.loan -= entry.paise
      postings.push({ from: 'loan', to: entry.from, paise: entry.paise })
      continue
    }
    const parts = takeMoney(money, entry.paise, { settlementId: entry.settlementId, cashFirst: entry.to === 'cash' })
    const clearing = settlementOf(entry.from, entry)
    postings.push(
      ...(clearing === undefined ? parts.map((part) => ({ ...part, to: entry.from })) : toClearing(parts, clearing)),
    )
  }
  return postings.filter(({ paise }) => paise !== 0n)
}
