import { clearingCalls } from '@sauda/contract/trading/clearing'
import { corporationCalls } from '@sauda/contract/trading/corporation'
import type { AppContext } from '../../app/app-context.ts'
import { sendFile } from '../../core/approval/file-proposal.ts'
import { clearingFiles } from './clearing-file.ts'
import { accept, listSettlements, settlementOf } from './clearing.ts'
import { type CloseOutContext, requestClose, requestReopen } from './close-out.ts'
import { listChoices, setChoice } from './corporation.ts'
import { chargeDeliveries } from './dp-charge.ts'
import { addShortage, releaseDue, requestEnd } from './release.ts'

const releaseMilliseconds = 5000

export function clearingRoutes(context: CloseOutContext) {
  const { mount, mountCommand, db, every } = context
  mount(clearingCalls.list, ({ operator }) => listSettlements(context, operator.id))
  mount(clearingCalls.settlement, ({ params }) => settlementOf(db, params.settlementId))
  mount(clearingCalls.importFile, (given) => sendFile(context, clearingFiles(context), given))
  mountCommand(clearingCalls.accept, (tx, given) => accept(context, tx, given))
  mountCommand(clearingCalls.addShortage, (tx, given) => addShortage(context, tx, given))
  mountCommand(clearingCalls.endShortage, (tx, given) => requestEnd(context, tx, given))
  mountCommand(clearingCalls.reopenShortage, (tx, given) => requestReopen(context, tx, given))
  mountCommand(clearingCalls.closeShortage, (tx, given) => requestClose(context, tx, given))
  mount(corporationCalls.list, () => listChoices(db))
  mountCommand(corporationCalls.set, (tx, given) => setChoice(context, tx, given))
  every(releaseMilliseconds, 'release of settlements', () => releaseAndCharge(context))
}

/** A release that fails does not hold up the DP charges. */
export async function releaseAndCharge(context: AppContext): Promise<void> {
  try {
    await releaseDue(context)
  } finally {
    await chargeDeliveries(context)
  }
}
