import { statementCalls } from '@sauda/contract/books/statement'
import type { AppContext } from '../../app/app-context.ts'
import { runIdempotent } from '../../core/idempotency/idempotency.ts'
import { type CurrentClient, wholeFile } from '../../platform/mount.ts'
import type { Reader } from '../../platform/pool.ts'
import { explainBalance, sendExplanation } from './explanation.ts'
import {
  annualPdf,
  type AnnualSources,
  confirmationPdf,
  explanationPdf,
  type IssueContext,
  statementCsv,
  statementPdf,
} from './statement.files.ts'
import { pageByTradeDay, requireClient, statementEvent, statementPage } from './statement.ts'
import { moneyTrail, trailOf } from './trail.ts'
import type { ByOperator } from '../../core/audit/audit.ts'

type ByClient = { readonly client: CurrentClient; readonly ip: string }

/** Each answers for the client who calls. */
export function statementRoutes(context: AppContext, sources: AnnualSources): void {
  const { mount, db, config } = context
  const files = ({ client, ip }: ByClient): IssueContext => ({
    audit: context.audit,
    db,
    config,
    reader: db.historyReader(),
    by: { client, ip },
  })
  mount(statementCalls.events, ({ client, query }) => statementPage(db.historyReader(), client.id, query))
  mount(statementCalls.event, ({ client, params }) => statementEvent(db.historyReader(), client.id, params.journalId))
  mount(statementCalls.trail, ({ client, params }) => moneyTrail(db.historyReader(), client.id, params.journalId))
  mount(statementCalls.trailOf, ({ client, query }) => trailOf(db.historyReader(), client.id, query))
  mount(statementCalls.csv, ({ client, query }) => statementCsv(db.historyReader(), client.id, query))
  mount(statementCalls.confirmation, (given) => confirmationPdf(files(given), given.client.id, given.query.day))
  mount(statementCalls.annual, (given) => annualPdf(files(given), sources, given.client.id, given.query.year))
  mount(statementCalls.pdf, (given) => statementPdf(files(given), given.client.id, given.query))
  deskRoutes(context)
}

/** Calls about the client in the path. */
function deskRoutes(context: AppContext): void {
  const { mount, db, config } = context
  const files = ({ operator, ip }: ByOperator, reader: Reader): IssueContext => ({
    audit: context.audit,
    db,
    config,
    reader,
    by: { operator, ip },
  })
  mount(statementCalls.ofClient, async ({ params: { clientId }, query }) => {
    await requireClient(db, clientId)
    return (query.by === 'trade' ? pageByTradeDay : statementPage)(db.historyReader(), clientId, query)
  })
  mount(statementCalls.trailOfClient, ({ params: { clientId, journalId } }) =>
    moneyTrail(db.historyReader(), clientId, journalId),
  )
  mount(statementCalls.trailOfAmount, async ({ params: { clientId }, query }) => {
    await requireClient(db, clientId)
    return trailOf(db.historyReader(), clientId, query)
  })
  mount(statementCalls.explanation, async ({ params: { clientId }, query }) => {
    await requireClient(db, clientId)
    return explainBalance(db.historyReader(), clientId, query)
  })
  mount(statementCalls.explanationPdf, async (given) => {
    const file = await explanationPdf(files(given, db.historyReader()), given.params.clientId, given.query)
    await db.transaction(file.issue)
    return wholeFile(file.name, 'application/pdf', file.bytes)
  })
  // Drawn before the transaction, which must not wait for it.
  mount(statementCalls.sendExplanation, async (given) => {
    const { params, body, operator, ip } = given
    const { client, explanation, issue, ...pdf } = await explanationPdf(files(given, db), params.clientId, body)
    return runIdempotent(db, given, async (tx) => {
      await issue(tx)
      return sendExplanation(context, tx, {
        client: { ...client, id: params.clientId },
        range: body,
        explanation,
        pdf,
        operator,
        ip,
      })
    })
  })
}
