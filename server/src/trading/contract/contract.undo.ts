import { noteNumber } from '@sauda/contract/trading/contract-note'
import { AppError } from '@sauda/contract/platform/error'
import { confirmTrade, reverseContract } from '../../core/ledger/clearing.ts'
import { requireRow, type Tx } from '../../platform/db.ts'
import { dateText } from '../../platform/india.ts'
import { requireNoActionAfter } from '../corporate-action/guard.ts'
import { saveSecurities } from '../trade-charge/levy-file.sql.ts'
import { closedOutText } from './contract.fault.sql.ts'
import { contradictedNote } from '../contract-note/contract-note.issued.sql.ts'
import { undoDifferences } from './contract.levies.ts'
import { adjustmentsOf } from './contract.read.sql.ts'
import {
  closedOut,
  confirmedSales,
  contractsAfter,
  type LiveContract,
  markContractReversed,
  markReversed,
  operatorsOfFile,
  outdatedContracts,
  reopenDays,
  stocksOf,
  tradesOfContract,
  undoTrades,
} from './contract.undo.sql.ts'

/**
 * Sales of later days may have taken other lots than they would now, so those days are booked again after this one. Returns the
 * contracts of the day that are booked again. `why` is what the clients read; by default that a newer file has changed the day.
 */
export async function undoChanged(
  tx: Tx,
  day: string,
  ids: readonly string[],
  why = `A newer trade file of the exchange for ${dateText(day)} replaces it`,
): Promise<LiveContract[]> {
  const later = await contractsAfter(tx, day, ids)
  const outdated = await outdatedContracts(tx, day, ids)
  const clientIds = [...later, ...outdated].map(({ client_id: clientId }) => clientId)
  if (await closedOut(tx, clientIds, day)) throw new ClosedOut(day)
  const noted = await contradictedNote(
    tx,
    [...later, ...outdated].map(({ id }) => id),
  )
  if (noted) throw new NoteIssued(noted)
  for (const contract of later)
    await undo(tx, contract.day, contract, `Booked again, because trades of ${dateText(day)} changed`)
  if (later.length > 0) await reopenDays(tx, later)
  for (const contract of outdated) await undo(tx, day, contract, why)
  return outdated
}

/** To be booked again by `bookSlice`. Throws where a purchase was sold since by a dealer. */
export async function undo(
  tx: Tx,
  day: string,
  { id, client_id: clientId }: LiveContract,
  reason: string,
): Promise<void> {
  const made = (await tradesOfContract(tx, id))
    .filter(({ isTyped, isConfirmed }) => !isTyped || !isConfirmed)
    .map((trade) => trade.id)
  // Dealers' sales of these purchases are booked again as the file has them.
  const typed = await confirmedSales(tx, made)
  for (const tradeId of typed) await confirmTrade(tx, { clientId, tradeId, reason })
  const undone = [...made, ...typed]
  await requireNoActionAfter(tx, await stocksOf(tx, undone), day)
  const soldSince = await undoTrades(tx, undone)
  if (soldSince.length > 0) throw new AppError(soldError(day, soldSince))
  await markReversed(tx, { tradeIds: undone, reason, ...(await requireRow(operatorsOfFile(tx, day))) })
  await undoDifferences(tx, id, reason)
  await saveSecurities(tx, day, [clientId], [])
  await reverseContract(tx, { clientId, noteId: id, adjustmentIds: await adjustmentsOf(tx, id), reason })
  await markContractReversed(tx, id)
}

/** What is booked stays, although a newer file has other trades. */
export class StaysBooked extends AppError {}

class ClosedOut extends StaysBooked {
  constructor(day: string) {
    super({ status: 409, message: `A newer file changes trades of ${dateText(day)}. ${closedOutText}` })
  }
}

class NoteIssued extends StaysBooked {
  constructor({ day, year, number }: { readonly day: string; readonly year: number; readonly number: number }) {
    super({
      status: 409,
      message: `A newer file changes trades of ${dateText(day)}, for which the contract note ${noteNumber(year, number)} is issued. What is booked stays until two operators issue the note again, under Contract notes.`,
    })
  }
}

const soldError = (day: string, stocks: readonly string[]) => ({
  status: 409,
  message: `The trades of ${dateText(day)} are to be booked again, but ${stocks.join(', ')} bought on that day was sold later. Reverse those sales first.`,
})
