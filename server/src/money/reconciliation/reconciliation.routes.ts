import { bankStatementCalls } from '@sauda/contract/money/bank-statement'
import { lineBookingCalls } from '@sauda/contract/money/line-booking'
import { rupeesOf } from '@sauda/contract/platform/money'
import { reconciliationCalls } from '@sauda/contract/money/reconciliation'
import { runIdempotent } from '../../core/idempotency/idempotency.ts'
import { warningsAbout } from '../../core/queue/warning.ts'
import { bulkLimits, limitConcurrency } from '../../platform/concurrency.ts'
import { approveLine, approveTogether, proposeCredit, obstaclesIn } from './reconciliation.approve.ts'
import type { BankContext } from './reconciliation.context.ts'
import { bookingPlan, closingPlan } from './reconciliation.book.ts'
import { requestLine } from './reconciliation.line-plan.ts'
import { reversalPlan } from './reconciliation.undo.ts'
import { importStatement, preview, readSent, statements, topRows } from './reconciliation.import.ts'
import { layouts, saveLayout } from './reconciliation.layout.ts'
import { contradictions, decideStatement } from './reconciliation.statement.ts'
import { candidates } from './reconciliation.view.ts'
import { line, lines, ofPayment } from './reconciliation.ts'

export function reconciliationRoutes(context: BankContext) {
  const { mount, mountCommand, db } = context
  const limited = limitConcurrency(bulkLimits)

  mount(reconciliationCalls.preview, (given) => limited(() => preview(context, given)))
  mount(reconciliationCalls.importStatement, (given) =>
    limited(async () => {
      const statement = await readSent(db, given)
      const fileRequest = { ...given, body: { file: statement.sha256, ...given.query } }
      return runIdempotent(db, fileRequest, (tx) => importStatement(context, tx, { ...given, statement }))
    }),
  )
  mount(reconciliationCalls.columns, ({ csv, query }) => limited(() => topRows(csv, query.sheet)))
  mount(reconciliationCalls.layouts, () => layouts(db))
  mount(reconciliationCalls.saveLayout, (given) => saveLayout(context, given))
  mount(reconciliationCalls.statements, () => statements(context))

  mount(bankStatementCalls.contradictions, () => contradictions(db))
  for (const verb of ['correct', 'explain', 'withdraw'] as const)
    mountCommand(bankStatementCalls[verb], (tx, { body, params, operator, ip }) =>
      decideStatement(context, tx, verb, { ...body, ...params, operator, ip }),
    )

  mount(reconciliationCalls.lines, ({ query, operator }) =>
    lines(db, query, (rows) => obstaclesIn(context, db, rows, operator)),
  )
  mount(reconciliationCalls.line, async ({ params, operator }) => {
    const shown = await line(db, params.lineId, (rows) => obstaclesIn(context, db, rows, operator))
    const { state, payment } = shown
    if (state !== 'approve' || !payment || payment.kind === 'charge') return shown
    const subject = { clientId: payment.clientId, requestId: payment._id }
    return { ...shown, warnings: await warningsAbout(context, db, subject, operator.id) }
  })
  mount(reconciliationCalls.ofPayment, ({ params }) => ofPayment(db, params.paymentId))

  mountCommand(reconciliationCalls.approve, async (tx, given) => {
    const command = { ...given, ...given.body, ...given.params }
    const { waitsForSecond } = await approveLine(context, tx, command)
    return { ...(await line(tx, command.lineId)), waitsForSecond }
  })
  // One key for approvals that each commit separately.
  mount(reconciliationCalls.approveTogether, (given) =>
    limited(() => runIdempotent(db, given, (keyTx) => approveTogether(context, keyTx, { ...given, ...given.body }))),
  )
  mountCommand(reconciliationCalls.credit, async (tx, given) => ({
    ...(await proposeCredit(context, tx, { ...given, ...given.body, ...given.params })),
    ...(await line(tx, given.params.lineId)),
  }))
  mount(lineBookingCalls.candidates, ({ params }) => candidates(db, params.lineId))
  mountCommand(lineBookingCalls.book, (tx, { operator, ip, body, params }) => {
    const parts = body.parts?.map((part) => ({ ...part, amount: rupeesOf(part.amount) }))
    const request = { kind: 'receipt.book' as const, payload: { ...body, ...params, parts }, operator, ip }
    return requestLine(context, tx, request, (by) => bookingPlan(context, tx, request.payload, by))
  })
  mountCommand(lineBookingCalls.reverse, (tx, { operator, ip, body, params }) => {
    const request = { kind: 'receipt.reverse' as const, payload: { ...body, ...params }, operator, ip }
    return requestLine(context, tx, request, (by) => reversalPlan(context, tx, request.payload, by))
  })
  mountCommand(reconciliationCalls.settle, async (tx, { operator, ip, body, params }) => {
    const request = { kind: 'receipt.close' as const, payload: { ...body, ...params }, operator, ip }
    const second = await requestLine(context, tx, request, (by) => closingPlan(context, tx, request.payload, by))
    return { ...second, ...(await line(tx, params.lineId)) }
  })
}
