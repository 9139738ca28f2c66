import { decimalOf } from '@sauda/contract/platform/decimal'
import { gstFormOf } from '@sauda/contract/money/gst'
import { rupeesOf } from '@sauda/contract/platform/money'
import type { AppContext } from '../../app/app-context.ts'
import { bookDpCharge } from '../../core/ledger/clearing.ts'
import { lockedFigures } from '../../core/ledger/ledger.ts'
import { requireRow, type Tx } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import { dateText, dayInIndia } from '../../platform/india.ts'
import { gstOf } from '../trade-charge/trade-charge.compute.ts'
import { standOf } from './clearing.ts'
import { figuresOf } from './clearing.sql.ts'
import {
  type DeliveredSale,
  insertDpCharge,
  markCharged,
  salesToCharge,
  settlementsToCharge,
  type SettlementToCharge,
} from './dp-charge.sql.ts'

/**
 * Charges the delivered sales of every settlement that is paid out, client by client; after an interruption it continues where it
 * was. A client for whom it fails does not hold up the others: the first failure is thrown at the end.
 */
export async function chargeDeliveries(context: AppContext): Promise<void> {
  const { db } = context
  const failures: unknown[] = []
  for (const settlement of await settlementsToCharge(db, dayInIndia(new Date()))) {
    if (standOf(await requireRow(figuresOf(db, settlement.id))).state === 'waits') continue
    const before = failures.length
    const hasRate = (decimalOf(settlement.amount) ?? 0n) > 0n
    if (hasRate)
      for (const [, sales] of Map.groupBy(await salesToCharge(db, settlement), ({ clientId }) => clientId))
        await db
          .transaction((tx) => chargeClient(context, tx, settlement, sales))
          .catch((error: unknown) => failures.push(error))
    if (failures.length === before) await db.transaction((tx) => markCharged(tx, settlement, hasRate))
  }
  if (failures.length > 0) throw failures[0]
}

async function chargeClient(
  context: AppContext,
  tx: Tx,
  { id: settlementId, day, amount: rate, gstPercent }: SettlementToCharge,
  sales: readonly DeliveredSale[],
): Promise<void> {
  for (const { clientId, isin, stock, state } of sales) {
    await lockedFigures(tx, clientId)
    const amount = (decimalOf(rate) ?? 0n) / 1_000_000n
    const { cgst, sgst, igst } = gstOf(amount, gstFormOf(context.config.gstin, state), decimalOf(gstPercent) ?? 0n)
    const [id, gst] = [newId(), cgst + sgst + igst]
    if ((await insertDpCharge(tx, { id, clientId, day, isin, settlementId, amount, gst })) === 0) continue
    const reason = `DP charge of ${stock} delivered on ${dateText(day)}`
    await bookDpCharge(tx, { clientId, causeId: id, reason, fee: amount, gst })
    const after = { settlementId, isin, amount: rupeesOf(amount), gst: rupeesOf(gst) }
    await context.audit(tx, { by: 'system', action: 'clearing.dp-charge', subjectId: clientId, after })
    await context.notifyScreens(tx, { clientId }, 'wallet', undefined, ['desk', 'client', clientId])
  }
}
