import { securityCalls } from '@sauda/contract/trading/security'
import type { MarketContext, RouteContext } from '../../app-context.ts'
import { importOnce, runIdempotent } from '../../core/idempotency/idempotency.ts'
import { decide, importFile, listFiles, preview, readSent } from './security.ts'

/** `changed`: the closes by which positions are valued may be others. */
export function securityRoutes(context: RouteContext & MarketContext, changed: () => Promise<void>) {
  const { mount, db } = context
  mount(securityCalls.list, () => listFiles(db))
  mount(securityCalls.preview, async ({ csv, operator }) => preview(db, await readSent(csv), operator.id))
  mount(securityCalls.importFile, async (given) => {
    const sent = await readSent(given.csv)
    const reading = await importOnce(db, given, (tx) => importFile(context, tx, { ...given, ...sent }))
    await changed()
    return reading
  })
  mount(securityCalls.decide, async (given) => {
    const result = await runIdempotent(db, given, (tx) => decide(context, tx, given))
    await changed()
    return result
  })
}
