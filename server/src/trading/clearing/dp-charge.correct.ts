import type { AppContext } from '../../app-context.ts'
import { reverseDpCharge } from '../../core/ledger/clearing.ts'
import type { Tx } from '../../platform/db.ts'
import { dateText } from '../../platform/india.ts'
import { chargeAgain, chargesWithoutSale, markChargeReversed } from './delivery.sql.ts'

/** Reverses the charges of what these clients did not deliver after all, and charges what they delivered besides. */
export async function correctDpCharges(
  { audit, notifyScreens }: AppContext,
  tx: Tx,
  changed: Parameters<typeof chargesWithoutSale>[1],
): Promise<void> {
  await chargeAgain(tx, changed)
  for (const { id, clientId, day, isin, settlementId } of await chargesWithoutSale(tx, changed)) {
    const reason = `DP charge of ${dateText(day)} returned: ${isin} was not delivered`
    await reverseDpCharge(tx, { clientId, causeId: id, reason })
    await markChargeReversed(tx, id)
    const after = { settlementId, isin, reason }
    await audit(tx, { by: 'system', action: 'clearing.dp-reverse', subjectId: clientId, after })
    await notifyScreens(tx, { clientId }, 'wallet', undefined, ['desk', 'client', clientId])
  }
}
