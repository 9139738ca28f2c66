import type { Reply } from '@sauda/contract/call'
import { features } from '@sauda/contract/calls'
import { healthCalls, healthRules, type Brand } from '@sauda/contract/health'
import type { HealthContext, RouteContext } from '../app-context.ts'
import { withTimeout } from '../platform/concurrency.ts'
import { pingDatabase } from '../platform/db.ts'
import { openApi } from '../platform/openapi.ts'

export function healthRoutes(
  { mount, db, config }: RouteContext & HealthContext,
  brand: Brand,
  { books, auditHead }: { [Name in 'books' | 'auditHead']: () => Reply<typeof healthCalls.health>[Name] },
) {
  // One query at a time, because each uses a connection while the database hangs.
  let ping: Promise<unknown> | undefined
  mount(healthCalls.health, async ({ reply }) => {
    ping ??= pingDatabase(db).finally(() => (ping = undefined))
    const isUp = await withTimeout(healthRules.databaseMilliseconds, ping).catch(() => false)
    reply.status(isUp ? 200 : 503)
    const database = isUp ? ('ok' as const) : ('failing' as const)
    const checks = { books: books(), auditHead: auditHead() }
    return { status: database, database, ...checks, mode: config.mode, version: config.version }
  })

  mount(healthCalls.brand, async () => brand)

  const document = openApi(features, { title: `${config.brandName} API`, version: config.version, server: '/api' })
  mount(healthCalls.openapi, async () => document)
}
