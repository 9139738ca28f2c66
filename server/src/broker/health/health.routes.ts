import type { Reply } from '@sauda/contract/platform/call'
import { features } from '@sauda/contract/calls'
import { healthCalls, healthRules, type Brand, type Degraded } from '@sauda/contract/broker/health'
import type { AppContext } from '../../app/app-context.ts'
import { withTimeout } from '../../platform/concurrency.ts'
import { pingDatabase } from '../../platform/db.ts'
import { openApi } from '../../platform/openapi.ts'
import type { Readiness } from '../../platform/readiness.ts'

type Health = Reply<typeof healthCalls.health>

const parts = ['files', 'mail', 'disk', 'audit', 'replica'] as const

type Parts = {
  readonly brand: Brand
  readonly readiness: Pick<Readiness, 'look'>
  readonly books: () => Health['books']
  readonly auditHead: () => Health['auditHead']
  /** Whether each of the other parts works. */
  readonly works: Readonly<Record<(typeof parts)[number], () => boolean>>
}

export function healthRoutes({ mount, db, config }: AppContext, { brand, readiness, books, auditHead, works }: Parts) {
  const degraded = (): Degraded => [
    ...parts.filter((name) => !works[name]()),
    ...(auditHead() === 'failing' ? (['audit-head'] as const) : []),
    ...(books() === 'unbalanced' ? (['books'] as const) : []),
  ]
  mount(healthCalls.live, async () => ({ status: 'ok' as const }))
  mount(healthCalls.ready, async ({ reply }) => {
    const { obstacle, serves } = await readiness.look()
    reply.status(serves ? 200 : 503)
    return { status: serves ? ('ready' as const) : ('not ready' as const), obstacle, degraded: degraded() }
  })

  // One query at a time, because each uses a connection while the database hangs.
  let ping: Promise<unknown> | undefined
  mount(healthCalls.health, async ({ reply }) => {
    ping ??= pingDatabase(db).finally(() => (ping = undefined))
    const isUp = await withTimeout(healthRules.databaseMilliseconds, ping).catch(() => false)
    reply.status(isUp ? 200 : 503)
    const database = isUp ? ('ok' as const) : ('failing' as const)
    const checks = { books: books(), auditHead: auditHead(), degraded: degraded() }
    return { status: database, database, ...checks, mode: config.mode, version: config.version }
  })

  mount(healthCalls.brand, async () => brand)

  // At the first request, because it takes a tenth of a second, which every start would wait for.
  let document: ReturnType<typeof openApi> | undefined
  mount(
    healthCalls.openapi,
    async () =>
      (document ??= openApi(features, { title: `${config.brandName} API`, version: config.version, server: '/api' })),
  )
}
