import { levyFileCalls } from '@sauda/contract/trading/levy-file'
import { tradeChargeCalls } from '@sauda/contract/trading/trade-charge'
import type { MarketContext, RouteContext } from '../../app-context.ts'
import { importOnce } from '../../core/idempotency/idempotency.ts'
import { compare, importFile, listFiles, readSent } from './levy-file.ts'
import { assignPlan, listCharges, setPlan, setRate } from './trade-charge.ts'

export function tradeChargeRoutes(context: RouteContext & MarketContext) {
  const { mount, mountCommand, db } = context
  mount(tradeChargeCalls.list, () => listCharges(db))
  mountCommand(tradeChargeCalls.setRate, (tx, given) => setRate(context, tx, given))
  mountCommand(tradeChargeCalls.setPlan, (tx, given) => setPlan(context, tx, given))
  mountCommand(tradeChargeCalls.assignPlan, (tx, given) => assignPlan(context, tx, given))
  mount(levyFileCalls.list, () => listFiles(db))
  mount(levyFileCalls.differences, ({ params }) => compare(db, params.fileId))
  mount(levyFileCalls.importFile, async (given) => {
    const sent = await readSent(given.csv)
    return importOnce(db, given, (tx) => importFile(context, tx, { ...given, ...sent }))
  })
}
