import { closingPriceCalls } from '@sauda/contract/trading/closing-price'
import type { MarketContext, RouteContext } from '../../app-context.ts'
import { importOnce, runIdempotent } from '../../core/idempotency/idempotency.ts'
import { decide, importFile, listFiles, preview, readSent } from './closing-price.ts'

/** `changed`: the closes by which positions are valued are others. */
export function closingPriceRoutes(context: RouteContext & MarketContext, changed: () => Promise<void>) {
  const { mount, db } = context
  mount(closingPriceCalls.list, () => listFiles(db))
  mount(closingPriceCalls.preview, async ({ csv }) => preview(db, await readSent(csv)))
  mount(closingPriceCalls.importFile, async (given) => {
    const sent = await readSent(given.csv)
    const reading = await importOnce(db, given, (tx) => importFile(context, tx, { ...given, ...sent }))
    await changed()
    return reading
  })
  mount(closingPriceCalls.decide, async (given) => {
    const result = await runIdempotent(db, given, (tx) => decide(context, tx, given))
    await changed()
    return result
  })
}
