import { least } from '@sauda/contract/platform/money'
import { addUnsettled, type Money, type Part, takeMoney, toClearing } from './clearing.postings.ts'
import type { Posting } from './ledger.ts'

/** What a client has, and what the client owes. */
export const clientMoney: ReadonlySet<string> = new Set(['unsettled', 'cash', 'loan', 'client_dues'])

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
const fromAccount = (from: Posting['from'], parts: readonly Omit<Posting, 'from'>[], settlementId?: string) =>
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
