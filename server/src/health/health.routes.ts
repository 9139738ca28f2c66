import type { Reply } from '@sauda/contract/call'
import { features } from '@sauda/contract/calls'
import { healthCalls, type Brand } from '@sauda/contract/health'
import type { HealthContext, RouteContext } from '../app-context.ts'
import { openApi } from '../platform/openapi.ts'
import { createHealth } from './health.ts'

export function healthRoutes(
  { mount, db, config }: RouteContext & HealthContext,
  brand: Brand,
  booksState: () => Reply<typeof healthCalls.health>['books'],
) {
  const databaseAnswers = createHealth(db)
  mount(healthCalls.health, async ({ reply }) => {
    const database = (await databaseAnswers()) ? ('ok' as const) : ('failing' as const)
    reply.status(database === 'ok' ? 200 : 503)
    return { status: database, database, books: booksState(), mode: config.mode, version: config.version }
  })

  mount(healthCalls.brand, async () => brand)

  const document = openApi(features, { title: `${config.brandName} API`, version: config.version, server: '/api' })
  mount(healthCalls.openapi, async () => document)
}
