import { AppError, conflict } from '@sauda/contract/platform/error'
import { noteNumber } from '@sauda/contract/trading/contract-note'
import type { AppContext } from '../../app/app-context.ts'
import type { Executor } from '../../core/approval/proposal.ts'
import { confirmTrade } from '../../core/ledger/clearing.ts'
import { allLockedFigures } from '../../core/ledger/ledger.ts'
import { requireRow, type Sql, type Tx } from '../../platform/db.ts'
import { dateText } from '../../platform/india.ts'
import { contradictedNote } from '../contract-note/contract-note.issued.sql.ts'
import { lockClients } from '../contract/contract.sql.ts'
import { undo } from '../contract/contract.undo.ts'
import {
  actionSince,
  type ChangedByAction,
  closedOut,
  confirmedChanged,
  contractsChanged,
  type DatedContract,
  dayInProgress,
  markReversed,
  operatorsOfFile,
  reopenDays,
  undoTrades,
} from '../contract/contract.undo.sql.ts'
import { requireNoActionAfter } from './guard.ts'

/**
 * Sales of the exchange on the ex-date or later that were booked before an action, or before its reversal: their days are undone with it
 * and booked again after it (docs/decisions/0105-corporate-actions.md).
 */

/** The contracts to be undone, the newest first. Throws where one cannot be. */
export async function requireUndoable(sql: Sql, of: ChangedByAction): Promise<DatedContract[]> {
  const contracts = of.clientIds.length === 0 ? [] : await contractsChanged(sql, of)
  if (contracts.length === 0) return []
  const clientIds = [...new Set(contracts.map(({ client_id: id }) => id))]
  const closed = await closedOut(sql, clientIds, contracts.at(-1)?.day ?? of.exDate)
  if (closed)
    throw new AppError(
      conflict(
        `Trades of ${closed.saudaId} since the ex-date were closed out, so they cannot be booked again. Reverse the close-out under Settlement first, and close the shortage out again afterwards.`,
      ),
    )
  const ids = contracts.map(({ id }) => id)
  const other = await actionSince(sql, ids)
  if (other) await requireNoActionAfter(sql, [other.stock], other.day)
  const noted = await contradictedNote(sql, ids)
  if (noted)
    throw new AppError(
      conflict(
        `The trades of ${dateText(noted.day)} are to be booked again, but a newer file has others than the contract note ${noteNumber(noted.year, noted.number)}. Issue that note again under Contract notes first.`,
      ),
    )
  return contracts
}

/** What is being booked would not know of the action. */
export async function requireNoneInProgress(tx: Tx): Promise<void> {
  const open = await dayInProgress(tx)
  if (open) throw new AppError(conflict(`The trades of ${dateText(open.day)} are being booked. Try again in a moment.`))
}

/** The job of trade days books them again once the transaction is committed. */
export async function undoSales(
  context: AppContext,
  tx: Tx,
  { operator, ip }: Pick<Executor, 'operator' | 'ip'>,
  of: ChangedByAction & { readonly contracts: readonly DatedContract[]; readonly reason: string },
): Promise<void> {
  const { contracts, reason } = of
  if (contracts.length === 0) return
  const clientIds = [...new Set(contracts.map(({ client_id: id }) => id))].toSorted()
  await lockClients(tx, clientIds)
  await allLockedFigures(tx, clientIds)
  for (const contract of contracts) await undo(tx, contract.day, contract, reason)
  await reopenDays(tx, contracts)
  // The file books them again, from the lots that there are then.
  for (const { id, clientId, day } of await confirmedChanged(tx, of)) {
    await confirmTrade(tx, { clientId, tradeId: id, reason })
    await undoTrades(tx, [id])
    await markReversed(tx, { tradeIds: [id], reason, ...(await requireRow(operatorsOfFile(tx, day))) })
  }
  for (const { client_id: clientId, day } of contracts) {
    const changed = { before: { day }, after: { reason } }
    await context.audit(tx, { by: { operator, ip }, action: 'contract.remove', subjectId: clientId, ...changed })
    await context.notifyScreens(tx, { clientId }, 'trade', undefined, [{ clientId }, 'wallet'])
  }
}
