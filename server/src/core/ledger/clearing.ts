import { AppError, commonErrors } from '@sauda/contract/platform/error'
import { least } from '@sauda/contract/platform/money'
import { requireRow, type Sql, type Tx } from '../../platform/db.ts'
import type { LevyAccount } from '@sauda/contract/money/line-booking'
import {
  addUnsettled,
  borrowedParts,
  type Booked,
  type Charges,
  type ContractNote,
  notePostings,
  type Money,
  takeMoney,
  type Trades,
  type UnusablePart,
  usableOf,
} from './clearing.postings.ts'
import { contraPostings } from './clearing.contra.ts'
import {
  balanceWithClearing,
  entriesOf,
  hasUnbookedTrades,
  selectHeld,
  selectReleased,
  selectUnsettled,
  setUnusable,
  settlement,
} from './clearing.sql.ts'
import { allLockedFigures, type Figures, freeOf, post, postAll, postHouse, type Posting } from './ledger.ts'
import { findWorth } from './ledger.sql.ts'
import { bookedEntries } from './proceeds.ts'

export type { Charges, ContractNote, Money, Trades }
export { addUnsettled, balanceWithClearing, borrowedParts, hasUnbookedTrades, settlement, takeMoney, usableOf }

/** What the client has from sales by settlement, with the day from which it may be withdrawn. */
export const unsettledOf = (sql: Sql, clientId: string) => selectUnsettled(sql, [clientId])

/** What trades of the exchanges that are not booked yet will take from the balance; it cannot be withdrawn. */
export const heldForTrades = async (sql: Sql, clientId: string): Promise<bigint> =>
  (await heldOf(sql, [clientId])).get(clientId) ?? 0n

/** The same by client, of those with such trades. */
export const heldOf = async (sql: Sql, clientIds: readonly string[]): Promise<ReadonlyMap<string, bigint>> =>
  new Map((await selectHeld(sql, clientIds)).map(({ clientId, paise }) => [clientId, paise]))

type Held = Money & { readonly dues: bigint }

/** Locks the ledgers of clients, in this order, until the transaction ends. */
async function lockedMoneys(tx: Tx, clientIds: readonly string[]): Promise<(clientId: string) => Held> {
  const figures = new Map((await allLockedFigures(tx, clientIds)).map((each) => [each.clientId, each]))
  const unsettled = Map.groupBy(await selectUnsettled(tx, clientIds), ({ clientId }) => clientId)
  return (clientId) => {
    const own = figures.get(clientId)
    if (!own) throw new AppError(commonErrors.notFound)
    const { cash, loan, dues } = own
    return { unsettled: unsettled.get(clientId) ?? [], cash, loan, dues }
  }
}

const lockedMoney = async (tx: Tx, clientId: string): Promise<Held> => (await lockedMoneys(tx, [clientId]))(clientId)

/** `held`: what the trades that are not booked yet will take from the balance. */
export type OwnMoney = Held & { readonly held: bigint }

export const ownMoney = async (sql: Sql, clientId: string, own: Figures): Promise<OwnMoney> => ({
  ...own,
  unsettled: own.unsettled > 0n ? await selectUnsettled(sql, [clientId]) : [],
  held: await heldForTrades(sql, clientId),
})
/** What pays for a dealer's purchase. */
export const spendable = ({ unsettled, cash, loan, dues, held }: OwnMoney): Money => ({
  unsettled: dues === 0n ? unsettled : [],
  cash: freeOf(cash, held),
  loan,
})

/** Books a client's trades and charges of a day, also without enough money: what is missing becomes dues. */
export const bookContract = (tx: Tx, note: ContractNote): Promise<Booked> =>
  requireRow(bookContracts(tx, [note]).then(([booked]) => booked))

/** Books a day of several clients; `notes` has each client once, in the order of their ids. The result has the same order. */
export async function bookContracts(tx: Tx, notes: readonly ContractNote[]): Promise<Booked[]> {
  const moneyOf = await lockedMoneys(
    tx,
    notes.map(({ clientId }) => clientId),
  )
  const booked = notes.map((note) => {
    const { clientId, noteId: causeId, reason } = note
    const money = moneyOf(clientId)
    const result = notePostings(money, note)
    const journal = { event: 'contract.booked', clientId, causeId, reason, postings: result.postings } as const
    const unusable = money.unsettled
      .filter((each) => each.unusable > 0n || each.settlementId === note.closes?.settlementId)
      .map((each) => ({ ...each, clientId }))
    return { result, journal, unusable }
  })
  await postAll(
    tx,
    booked.map(({ journal }) => journal),
    commonErrors.fault,
  )
  const unusable = booked.flatMap((each) => each.unusable)
  if (unusable.length > 0) await setUnusable(tx, unusable)
  return booked.map(({ result }) => result)
}

/** What it would book with the client's money as it is now. */
export const previewContract = async (tx: Tx, note: ContractNote): Promise<Booked> =>
  notePostings(await lockedMoney(tx, note.clientId), note)

type LevyAdjustment = {
  readonly clientId: string
  /** Id of this adjustment. */
  readonly causeId: string
  /** The causes of everything booked for the note before: its own id and those of its earlier adjustments. */
  readonly noteIds: readonly string[]
  readonly reason: string
  readonly levy: 'stt' | 'stamp'
  /** The final figure less the booked one, not 0. */
  readonly paise: bigint
}

/** Before the note is issued: the newest file states another levy than the booked one. */
export async function adjustContract(tx: Tx, { clientId, causeId, noteIds, reason, levy, paise }: LevyAdjustment) {
  const account = levy === 'stt' ? 'stt' : 'stamp_duty'
  const money = await lockedMoney(tx, clientId)
  const booked = await bookedEntries(tx, noteIds)
  const [first] = booked.flatMap(({ settlementId }) => settlementId ?? [])
  const paid = booked.filter(({ to }) => to === account)
  const returned = booked.reduce((sum, { from, paise: part }) => (from === account ? sum + part : sum), 0n)
  const postings: Posting[] =
    paise > 0n
      ? takeMoney(money, paise, { settlementId: first }).map((part) => ({ ...part, to: account }))
      : contraPostings(partsOf(paid, -paise, returned), await standingOf(tx, clientId, money, paid))
  await post(tx, { event: `contract.adjusted.${levy}`, clientId, causeId, reason, postings }, commonErrors.fault)
}

/** The last of these entries up to an amount, because what was taken last is returned first; without what was `returned` before. */
function partsOf(entries: readonly Posting[], paise: bigint, returned: bigint): Posting[] {
  let [skip, left] = [returned, paise]
  const parts: Posting[] = []
  for (const entry of entries.toReversed()) {
    const open = entry.paise > skip ? entry.paise - skip : 0n
    skip -= entry.paise - open
    const part = open < left ? open : left
    if (part > 0n) parts.push({ ...entry, paise: part })
    left -= part
  }
  if (left > 0n) throw new Error('A levy cannot be reduced below zero')
  return parts
}

async function standingOf(tx: Tx, clientId: string, money: Money & { dues: bigint }, entries: readonly Posting[]) {
  const ids = [...new Set(entries.flatMap(({ settlementId }) => settlementId ?? []))]
  const released = new Set(await selectReleased(tx, clientId, ids))
  const hasLoan = entries.some(({ from }) => from === 'loan')
  const loan = hasLoan ? (await requireRow(findWorth(tx, clientId))).borrowed - money.loan : 0n
  return { money, owed: { client_dues: money.dues, loan }, released }
}

/** What undoes everything booked for a note, trade or DP charge, and the client's money after it. */
async function contraOf(tx: Tx, clientId: string, causeIds: readonly string[]) {
  const money = await lockedMoney(tx, clientId)
  const entries = await bookedEntries(tx, causeIds)
  return { money, postings: contraPostings(entries, await standingOf(tx, clientId, money, entries)) }
}

type NoteReversal = {
  readonly clientId: string
  readonly noteId: string
  /** Adjustments of its levies, which are undone with it. */
  readonly adjustmentIds?: readonly string[]
  readonly reason: string
  /** For a close-out: the proceeds that it took although they were not usable. */
  readonly closed?: UnusablePart
}

/** Undoes everything that is booked for a note; a note with the corrected trades has an id of its own. */
export async function reverseContract(
  tx: Tx,
  { clientId, noteId, adjustmentIds = [], reason, closed }: NoteReversal,
): Promise<void> {
  const { money, postings } = await contraOf(tx, clientId, [noteId, ...adjustmentIds])
  if (postings.length === 0) throw new Error(`Nothing is booked for the contract note ${noteId}`)
  await post(tx, { event: 'contract.reversed', clientId, causeId: noteId, reason, postings }, commonErrors.fault)
  if (!closed) return
  // The proceeds that it returned are as unusable as before it.
  const returned = money.unsettled.find(({ settlementId }) => settlementId === closed.settlementId)
  if (returned) returned.unusable = least(returned.unusable + closed.unusable, returned.paise)
  const unusable = money.unsettled.map((each) => ({ ...each, clientId }))
  await setUnusable(tx, unusable)
}

/** A dealer's trade that the exchange's file confirms: its own journal is undone once, because a contract books it from then on. */
export async function confirmTrade(
  tx: Tx,
  { clientId, tradeId, reason }: { clientId: string; tradeId: string; reason: string },
) {
  if ((await entriesOf(tx, [tradeId])).some(({ event }) => event === 'trade.confirmed')) return
  const { postings } = await contraOf(tx, clientId, [tradeId])
  await post(tx, { event: 'trade.confirmed', clientId, causeId: tradeId, reason, postings }, commonErrors.fault)
}

type Release = {
  readonly clientId: string
  readonly settlementId: string
  /** Id of this release. */
  readonly causeId: string
  readonly reason: string
}

/** Sale proceeds become withdrawable; dues are paid first. Returns the amount; nothing is booked twice. */
export async function releaseSettlement(tx: Tx, { settlementId, causeId, ...of }: Release): Promise<bigint> {
  const { unsettled } = await lockedMoney(tx, of.clientId)
  const paise = unsettled.find((each) => each.settlementId === settlementId)?.paise ?? 0n
  if (paise <= 0n) return 0n
  const postings = [{ from: 'unsettled', to: 'cash', paise, settlementId }] as const
  await post(tx, { event: 'settlement.released', causeId, postings, ...of }, commonErrors.fault)
  return paise
}

type DpCharge = {
  readonly clientId: string
  readonly causeId: string
  readonly reason: string
  readonly fee: bigint
  readonly gst: bigint
}

/** Taken from unsettled money, then from the balance; what is missing becomes dues. */
export async function bookDpCharge(tx: Tx, { fee, gst, ...of }: DpCharge): Promise<void> {
  const money = await lockedMoney(tx, of.clientId)
  const postings = (
    [
      ['fees', fee],
      ['gst', gst],
    ] as const
  ).flatMap(([to, paise]) => takeMoney(money, paise, {}).map((part) => ({ ...part, to })))
  await post(tx, { event: 'dp.charged', postings, ...of }, commonErrors.fault)
}

/** Returns a DP charge to where it was taken from. */
export async function reverseDpCharge(tx: Tx, { clientId, causeId, reason }: Omit<DpCharge, 'fee' | 'gst'>) {
  const { postings } = await contraOf(tx, clientId, [causeId])
  await post(tx, { event: 'dp.reversed', clientId, causeId, reason, postings }, commonErrors.fault)
}

/** Moves what a bank line received (above zero) or paid of a settlement. */
export const clearingPosting = (settlementId: string, paise: bigint): Posting =>
  paise > 0n
    ? { from: 'bank', to: 'clearing_corporation', paise, settlementId }
    : { from: 'clearing_corporation', to: 'bank', paise: -paise, settlementId }

export const levyPosting = (from: LevyAccount, paise: bigint): Posting => ({ from, to: 'bank', paise })

type LevyDifference = {
  readonly causeId: string
  readonly reason: string
  readonly paise: bigint
  readonly account: LevyAccount
}

/** After the notes are issued, a difference is the broker's: above zero the file asks for more than the notes had. */
export const bookLevyDifference = (tx: Tx, { paise, account, ...line }: LevyDifference) =>
  postHouse(tx, {
    ...line,
    event: 'levy.difference',
    postings: [
      paise > 0n
        ? { from: 'levy_difference', to: account, paise }
        : { from: account, to: 'levy_difference', paise: -paise },
    ],
  })
