import { statementCalls } from '@sauda/contract/books/statement'
import type { AppContext } from '../../app-context.ts'
import { runIdempotent } from '../../core/idempotency/idempotency.ts'
import { wholeFile } from '../../platform/mount.ts'
import { explainBalance } from './explanation.ts'
import { sendExplanation } from './explanation.send.ts'
import {
  annualPdf,
  type AnnualSources,
  confirmationPdf,
  explanationPdf,
  statementCsv,
  statementPdf,
} from './statement.files.ts'
import { requireClient, statementEvent, statementPage } from './statement.ts'

export type StatementContext = Pick<AppContext, 'mount' | 'db' | 'config' | 'audit' | 'mail' | 'notifyScreens'>

/** Each answers for the client who calls. */
export function statementRoutes(context: StatementContext, sources: AnnualSources): void {
  const { mount, db, config } = context
  const files = () => ({ config, reader: db.historyReader() })
  mount(statementCalls.events, ({ client, query }) => statementPage(db.historyReader(), client.id, query))
  mount(statementCalls.event, ({ client, params }) => statementEvent(db.historyReader(), client.id, params.journalId))
  mount(statementCalls.csv, ({ client, query }) => statementCsv(files(), client.id, query))
  mount(statementCalls.confirmation, ({ client, query }) => confirmationPdf(files(), client.id, query.day))
  mount(statementCalls.annual, ({ client, query }) => annualPdf(files(), sources, client.id, query.year))
  mount(statementCalls.pdf, ({ client, query }) => statementPdf(files(), client.id, query))
  deskRoutes(context)
}

/** Calls about the client in the path. */
function deskRoutes(context: StatementContext): void {
  const { mount, db, config } = context
  mount(statementCalls.ofClient, async ({ params: { clientId }, query }) => {
    await requireClient(db, clientId)
    return statementPage(db.historyReader(), clientId, query)
  })
  mount(statementCalls.explanation, async ({ params: { clientId }, query }) => {
    await requireClient(db, clientId)
    return explainBalance(db.historyReader(), clientId, query)
  })
  mount(statementCalls.explanationPdf, async ({ params: { clientId }, query }) => {
    const { name, bytes } = await explanationPdf({ config, reader: db.historyReader() }, clientId, query)
    return wholeFile(name, 'application/pdf', bytes)
  })
  // Drawn before the transaction, which must not wait for it.
  mount(statementCalls.sendExplanation, async (given) => {
    const { params, body, operator, ip } = given
    const { client, explanation, ...pdf } = await explanationPdf({ config, reader: db }, params.clientId, body)
    return runIdempotent(db, given, (tx) =>
      sendExplanation(context, tx, {
        client: { ...client, id: params.clientId },
        range: body,
        explanation,
        pdf,
        operator,
        ip,
      }),
    )
  })
}
