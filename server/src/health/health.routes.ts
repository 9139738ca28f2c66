import type { Reply } from '@sauda/contract/call'
import { features } from '@sauda/contract/calls'
import { healthCalls } from '@sauda/contract/health'
import type { HealthContext, RouteContext } from '../app-context.ts'
import { brandOf } from '../platform/brand/brand.ts'
import { openApi } from '../platform/openapi.ts'
import { createHealth } from './health.ts'

/** `booksState` says what the last check of the ledger found. */
export function healthRoutes(
  { mount, db, config }: RouteContext & HealthContext,
  booksState: () => Reply<typeof healthCalls.health>['books'],
) {
  const databaseAnswers = createHealth(db)
  mount(healthCalls.health, async ({ reply }) => {
    const database = (await databaseAnswers()) ? ('ok' as const) : ('failing' as const)
    reply.status(database === 'ok' ? 200 : 503)
    return { status: database, database, books: booksState(), mode: config.mode, version: config.version }
  })

  const brand = brandOf(config)
  mount(healthCalls.brand, async () => brand)

  const document = openApi(features, { title: `${config.brandName} API`, version: config.version, server: '/api' })
  mount(healthCalls.openapi, async () => document)
}
