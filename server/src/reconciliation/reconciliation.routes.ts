import { reconciliationCalls } from '@sauda/contract/reconciliation'
import type { ReconciliationContext, RouteContext } from '../app-context.ts'
import { runIdempotent } from '../idempotency/idempotency.ts'
import { sha256 } from '../platform/secret.ts'
import { limitConcurrency } from '../platform/concurrency.ts'
import { approveLine, approveTogether, type Approvals } from './reconciliation.approve.ts'
import { importStatement, preview, statements } from './reconciliation.import.ts'
import { readStatement } from './reconciliation.read.ts'
import { line, lines, ofPayment, settle } from './reconciliation.ts'

/** One at a time: concurrent bulk work would only take connections and memory. */
const bulk = { parallel: 1, queue: 40 } as const

export function reconciliationRoutes(context: RouteContext & ReconciliationContext, approvals: Approvals) {
  const { mount, mountCommand, db } = context
  const limited = limitConcurrency(bulk)

  mount(reconciliationCalls.preview, (given) => limited(() => preview(context, given)))
  mount(reconciliationCalls.importStatement, (given) =>
    limited(async () => {
      const statement = await readStatement(given.csv.bytes)
      const fileRequest = { ...given, body: { file: sha256(given.csv.bytes).toString('hex') } }
      return runIdempotent(db, fileRequest, (tx) => importStatement(context, tx, { ...given, statement }))
    }),
  )
  mount(reconciliationCalls.statements, () => statements(db))

  mount(reconciliationCalls.lines, ({ query }) => lines(db, query))
  mount(reconciliationCalls.line, ({ params }) => line(db, params.lineId))
  mount(reconciliationCalls.ofPayment, ({ params }) => ofPayment(db, params.paymentId))

  mountCommand(reconciliationCalls.approve, async (tx, given) => {
    const command = { ...given, ...given.body, ...given.params }
    const outcome = await approveLine(context, approvals, tx, command)
    return { ...(await line(tx, command.lineId)), ...outcome }
  })
  // One key for approvals that each commit separately.
  mount(reconciliationCalls.approveTogether, (given) =>
    limited(() => runIdempotent(db, given, () => approveTogether(context, approvals, { ...given, ...given.body }))),
  )
  mountCommand(reconciliationCalls.settle, (tx, given) =>
    settle(context, tx, { ...given, ...given.body, id: given.params.lineId }),
  )
}
