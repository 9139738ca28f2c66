import { formatRupees } from '@sauda/contract/platform/money'
import { AppError } from '@sauda/contract/platform/error'
import type { AppContext } from '../../app/app-context.ts'
import { bookContracts, type ContractNote, confirmTrade, settlement } from '../../core/ledger/clearing.ts'
import { allLockedFigures, lockedFigures } from '../../core/ledger/ledger.ts'
import { type Sql, type Tx } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import { dateText } from '../../platform/india.ts'
import { requireNoActionAfter } from '../corporate-action/guard.ts'
import { correctDpCharges } from '../clearing/delivery.ts'
import { settlementIdsOn } from '../clearing/corporation.ts'
import { creditedBefore, settlementDay } from '../clearing/pay-out-day.ts'
import { issuedOn, relinkNotes } from '../contract-note/contract-note.issued.sql.ts'
import { confirmTyped } from '../exchange-file/exchange-file.book.ts'
import type { Amounts, DayCharges } from '../trade-charge/trade-charge.compute.ts'
import { type FinalLevies, finalLevies } from '../trade-charge/levy-file.ts'
import { chargeDay } from '../trade-charge/terms.ts'
import { clearFaults, removedClients, keepBooked, saveFault } from './contract.fault.sql.ts'
import { informClients, informRemoved } from './contract.inform.ts'
import { shareCharges } from './contract.read.sql.ts'
import { type DayPlan, type HeldLot, planDay } from './contract.plan.ts'
import { chargedFill, fillOf, leftOf, quantityOf, requireOf, tradesOf } from './contract.rows.ts'
import {
  clientsToBook,
  type FillRow,
  fillsOf,
  finishDay,
  insertContracts,
  insertTrades,
  joinContract,
  lockClients,
  lockConfirmed,
  lockDay,
  lotsOf,
  markBooked,
  type NewContract,
  nextDay,
  settlementsOf,
  updateLots,
} from './contract.sql.ts'
import { StaysBooked, undoChanged } from './contract.undo.ts'

/** Clients per transaction; others wait that long at most. */
const slice = 40

export type BookContext = AppContext & {
  /** Unpaid loan principal, in paise. */
  readonly owed: (sql: Sql, clientId: string) => Promise<bigint>
}
type Day = { readonly day: string; readonly operatorId: string }

/** Books the released days. After an interruption it continues where it was: each client and day has one contract. */
export async function bookDays(context: BookContext): Promise<void> {
  const { db } = context
  for (let released = await nextDay(db); released; released = await nextDay(db)) {
    const { day } = released
    await db.transaction((tx) => openSettlements(tx, day))
    const ids = await clientsToBook(db, day)
    for (let at = 0; at < ids.length; at += slice) await bookClients(context, released, ids.slice(at, at + slice))
    await db.transaction(async (tx) => {
      await finishDay(tx, day)
      await context.notifyScreens(tx, 'desk', 'trade')
    })
  }
}

async function openSettlements(tx: Tx, day: string): Promise<void> {
  for (const { number, ...each } of await settlementsOf(tx, day)) {
    // Where the number is not known, the booking of its trades says so.
    if (number === null) continue
    const named = { ...each, number }
    await settlement(tx, { ...named, tradedOn: day, settlesOn: await settlementDay(tx, { ...named, day }) })
  }
}

/** Together; where that fails, each client alone, so that one does not hold up the others. */
async function bookClients(context: BookContext, released: Day, ids: readonly string[]): Promise<void> {
  const { db, log } = context
  const book = (some: readonly string[]) => db.transaction((tx) => bookSlice(context, tx, released, some))
  try {
    await book(ids)
  } catch {
    for (const id of ids)
      await book([id]).catch(async (error: unknown) => {
        if (!(error instanceof AppError)) log.error({ err: error, clientId: id }, 'trades could not be booked')
        const message = error instanceof AppError ? error.message : 'A fault of the server. Its log names the cause.'
        await db.transaction(async (tx) => {
          if (error instanceof StaysBooked) await keepBooked(tx, released.day, id)
          await saveFault(tx, released.day, id, message)
        })
      })
  }
}

/** Also carries out that a note is issued again, with what its client reads about it in `why`. */
export async function bookSlice(
  context: BookContext,
  tx: Tx,
  { day, operatorId, why }: Day & { readonly why?: string },
  ids: readonly string[],
) {
  await lockDay(tx, day)
  await lockClients(tx, ids)
  await allLockedFigures(tx, ids)
  await confirmTyped(tx, day, ids)
  await lockConfirmed(tx, day, ids)
  const outdated = await undoChanged(tx, day, ids, why)
  const fills = await fillsOf(tx, day, ids)
  await requireNoActionAfter(tx, [...new Set(fills.map(({ stock }) => stock))], day)
  const rows = Map.groupBy(fills, (row) => row.client_id)
  const reason = `Trades of ${dateText(day)}`
  // The newest first: the journal of a purchase cannot be undone before that of its sale.
  const typed = fills.flatMap(({ client_id: clientId, trade_id: tradeId }) =>
    tradeId === null ? [] : [{ clientId, tradeId, reason }],
  )
  for (const trade of typed.toSorted((a, b) => (a.tradeId < b.tradeId ? 1 : -1))) await confirmTrade(tx, trade)
  const booked = await plansOf(context, tx, day, rows)
  const charges = await chargeDay(tx, {
    day,
    config: context.config,
    codes: new Map([...rows].map(([id, [row]]) => [id, row?.client_code ?? ''])),
    fills: new Map([...rows].map(([id, own]) => [id, own.map(chargedFill)])),
  })
  const final = await finalLevies(tx, day, [...rows.keys()], context.config.charges)
  // A day that is booked again because of an earlier one: the client pays what the issued note states.
  const noted = new Map((await issuedOn(tx, day, [...rows.keys()])).map((note) => [note.clientId, note]))
  const contracts: NewContract[] = []
  const notes: ContractNote[] = []
  const confirmed: Parameters<typeof joinContract>[1][number][] = []
  for (const { clientId, rows: own, plan } of booked) {
    const charged = requireOf(charges, clientId)
    const figures = noted.get(clientId) ?? figuresOf(charged.amounts, final.get(clientId))
    const contract = { ...figures, id: newId(), clientId, day, bought: plan.bought, sold: plan.sold }
    contracts.push(contract)
    for (const { trade_id: tradeId, id } of own)
      if (tradeId !== null)
        confirmed.push({ id: tradeId, contractId: contract.id, charges: String(chargesOf(charged, id)) })
    notes.push({ clientId, noteId: contract.id, reason: narrationOf(contract), trades: plan.ledger, charges: contract })
  }
  const ledger = await bookContracts(tx, notes)
  const trades = booked.flatMap(({ clientId, rows: own, plan }, at) => {
    const partOf = (id: string) => chargesOf(requireOf(charges, clientId), id)
    const { loanParts = new Map<string, bigint>() } = ledger[at] ?? {}
    return tradesOf(plan, { clientId, contractId: contracts[at]?.id ?? '', own, loanParts, partOf })
  })
  await informClients(context, tx, contracts, await insertContracts(tx, contracts))
  // Another server may have booked the others meanwhile.
  const undone = [...outdated.map((row) => row.client_id), ...(await removedClients(tx, day, ids))]
  const removed = [...new Set(undone)].filter((id) => !rows.has(id))
  await informRemoved(context, tx, day, removed)
  await insertTrades(tx, day, operatorId, trades)
  if (confirmed.length > 0) await joinContract(tx, confirmed)
  if (noted.size > 0) await relinkNotes(tx, contracts)
  const levied = contracts.filter(({ clientId }) => final.has(clientId) || noted.has(clientId)).map(({ id }) => id)
  if (levied.length > 0) await shareCharges(tx, levied)
  await updateLots(tx, booked.flatMap(leftOf))
  await markBooked(
    tx,
    booked.flatMap(({ rows: own }) => own.map(({ id }) => id)),
    booked.flatMap(({ plan }) => plan.sales.flatMap(({ lotId, fill }) => (lotId === undefined ? [fill.id] : []))),
  )
  await clearFaults(tx, day, [...rows.keys(), ...removed])
  // After the new trades: a security sold in both files stays charged. What is booked after the pay-out is charged too.
  await correctDpCharges(context, tx, { day, clientIds: undone })
}

type Booked = {
  readonly clientId: string
  readonly rows: readonly FillRow[]
  readonly held: readonly HeldLot[]
  readonly plan: DayPlan
}

/** At most this returns to the unused loan from sales. */
export async function returnableLoan({ owed }: Pick<BookContext, 'owed'>, tx: Tx, clientId: string): Promise<bigint> {
  const debt = (await owed(tx, clientId)) - (await lockedFigures(tx, clientId)).loan
  return debt > 0n ? debt : 0n
}

/** What each client's sales take, in the order of the clients' ids. */
async function plansOf(context: BookContext, tx: Tx, day: string, rows: ReadonlyMap<string, readonly FillRow[]>) {
  const sold = [...rows.values()].flat().filter(({ side }) => side === 'S')
  const lots = await lotsOf(tx, day, sold)
  const heldBy = Map.groupBy(lots, (row) => row.client_id)
  const isCredited = await creditedBefore(tx, day)
  const settlementIdOf = await settlementIdsOn(tx, day)
  const plans: Booked[] = []
  for (const [clientId, own] of [...rows].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const held = (heldBy.get(clientId) ?? []).map((row) => ({
      id: row.id,
      stock: row.stock,
      isin: row.isin,
      isOfDay: row.is_bought && row.acquired_on === day,
      isCredited: isCredited(row.acquired_on),
      quantity: quantityOf(row.open_quantity),
      cost: row.open_cost,
      loanPart: row.open_loan_part,
    }))
    const hasLoan = held.some(({ loanPart }) => loanPart > 0n) || own.some((row) => (row.typed_to_loan ?? 0n) > 0n)
    const owed = hasLoan ? await returnableLoan(context, tx, clientId) : 0n
    const fills = own.map((row) => fillOf(row, settlementIdOf(row), isCredited(row.typed_acquired_on ?? day)))
    const plan = planDay(fills, held, { newId, owed })
    plans.push({ clientId, rows: own, held, plan })
  }
  return plans
}

const figuresOf = (amounts: Amounts, final: FinalLevies | undefined) => ({
  brokerage: amounts.brokerage + amounts.dealerFee,
  exchangeCharges: amounts.transaction + amounts.ipft,
  sebiFee: amounts.sebi,
  stt: final?.stt ?? amounts.stt,
  stampDuty: final?.stamp ?? amounts.stamp,
  gst: amounts.cgst + amounts.sgst + amounts.igst,
})

/** What the client's statement says of the day. */
function narrationOf({ day, bought, sold, ...amounts }: NewContract): string {
  const { brokerage, exchangeCharges, sebiFee, stt, stampDuty, gst } = amounts
  const charges = brokerage + exchangeCharges + sebiFee + stt + stampDuty + gst
  const parts = Object.entries({ bought, sold, charges }).filter(([, paise]) => paise > 0n)
  return `${dateText(day)}: ${parts.map(([name, paise]) => `${name} ${formatRupees(paise)}`).join(', ')}`
}

const chargesOf = ({ trades }: DayCharges, fillId: string): bigint =>
  Object.values(requireOf(trades, fillId)).reduce((sum, amount) => sum + amount, 0n)
