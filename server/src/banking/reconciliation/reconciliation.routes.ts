import { bankStatementCalls } from '@sauda/contract/banking/bank-statement'
import { lineBookingCalls } from '@sauda/contract/banking/line-booking'
import { reconciliationCalls } from '@sauda/contract/banking/reconciliation'
import { runIdempotent } from '../../core/idempotency/idempotency.ts'
import { bulkLimits, limitConcurrency } from '../../platform/concurrency.ts'
import { approveLine, approveTogether, proposeCredit, obstaclesIn } from './reconciliation.approve.ts'
import type { BankContext } from './reconciliation.context.ts'
import { book, close } from './reconciliation.book.ts'
import { reverse } from './reconciliation.undo.ts'
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
  mount(reconciliationCalls.line, ({ params, operator }) =>
    line(db, params.lineId, (rows) => obstaclesIn(context, db, rows, operator)),
  )
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
  mountCommand(lineBookingCalls.book, (tx, given) =>
    book(context, tx, { ...given.body, ...given.params, operator: given.operator, ip: given.ip }),
  )
  mountCommand(lineBookingCalls.reverse, (tx, given) =>
    reverse(context, tx, { ...given.body, ...given.params, operator: given.operator, ip: given.ip }),
  )
  mountCommand(reconciliationCalls.settle, async (tx, { operator, ip, body, params }) => ({
    ...(await close(context, tx, { ...body, ...params, operator, ip })),
    ...(await line(tx, params.lineId)),
  }))
}
