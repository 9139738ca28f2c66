import { Readable } from 'node:stream'
import { nameOf } from '@sauda/contract/core/name'
import { AppError, commonErrors } from '@sauda/contract/platform/error'
import { decimalRupees, paiseOf } from '@sauda/contract/platform/money'
import { type BalanceExplanation, statementErrors, statementRules } from '@sauda/contract/books/statement'
import type { TaxReport } from '@sauda/contract/books/tax'
import { taxYearDays } from '@sauda/contract/books/tax-year'
import type { AppContext } from '../../app/app-context.ts'
import { createMark, fileHash, type Issue, issueDocument, issuedFile } from '../../core/document/document.ts'
import type { SendPart } from '../../platform/called.ts'
import { requireRow, type Sql, type Tx } from '../../platform/db.ts'
import type { Reader } from '../../platform/pool.ts'
import { dayInIndia, inIndia } from '../../platform/india.ts'
import type { FileAnswer } from '../../platform/mount.ts'
import { csvOf, moreCsvOf, tableFileTypes } from '../../platform/csv.ts'
import { inThread, threadFile } from '../../platform/thread.ts'
import { brokerOf } from '../../core/pdf/pdf.pages.ts'
import { explainBalance, explanationParts, explanationTitle, periodOf } from './explanation.ts'
import { estimatePdf } from './statement.pdf.ts'
import { countEvents, type DayRange, findHolder, hasSettlements, countTradesOfDay } from './statement.sql.ts'
import { narrationOf, titleOf } from './statement.text.ts'
import type * as work from './statement.thread.ts'
import { dayRange, type Event, eventsOf, openingOf, type RangeInput } from './statement.ts'

/** Reads may be a replica's; a PDF is recorded on the primary, as issued by `by`. */
export type IssueContext = Pick<AppContext, 'audit' | 'config' | 'db'> & {
  readonly reader: Reader
  readonly by: Issue['by']
}

const columns = [
  'Date & Time (IST)',
  'Details',
  'Reference',
  'Narration',
  'In (₹)',
  'Out (₹)',
  'Balance (₹)',
  'Invested (₹)',
  'Loan money (₹)',
  'Cashback (₹)',
  'On hold for withdrawal (₹)',
]
/** Only of clients who have any in the range. */
const settlementColumns = ['Unsettled sale proceeds (₹)', 'Dues (₹)']
const csvBytesPerEvent = 120

/** Oldest first; no cell can start a formula. */
export async function statementCsv(reader: Reader, clientId: string, input: RangeInput): Promise<FileAnswer> {
  const range = dayRange(input)
  const count = await countEvents(reader, clientId, range)
  return {
    name: fileName(range, 'csv'),
    type: tableFileTypes.csv,
    content: Readable.from(csvParts(reader, clientId, range)),
    estimatedBytes: 300 + Number(count) * csvBytesPerEvent,
  }
}

async function* csvParts(sql: Sql, clientId: string, range: DayRange): AsyncGenerator<Buffer> {
  const opening = await openingOf(sql, clientId, range)
  const start = ['', 'Opening balance', '', '', '', '', decimalRupees(opening.cash)]
  const more = (await hasSettlements(sql, clientId, range)) ? settlementColumns : []
  const header = [...columns, ...more]
  yield csvOf([header, [...start, ...Array.from({ length: header.length - start.length }, () => '')]])
  for await (const batch of eventsOf(sql, clientId, range, opening))
    yield moreCsvOf(batch.map((row) => csvLine(row).slice(0, header.length)))
}

function csvLine(row: Event): string[] {
  const { at, reference, before, ...after } = row
  const change = after.cash - before.cash
  return [
    inIndia(at),
    titleOf(row),
    reference ?? '',
    narrationOf(row),
    change > 0n ? decimalRupees(change) : '',
    change < 0n ? decimalRupees(-change) : '',
    ...[after.cash, after.invested, after.loan, after.cashback, after.withheld].map(decimalRupees),
    ...[after.unsettled, after.dues].map(decimalRupees),
  ]
}

const pdfs = inThread<typeof work>(new URL('./statement.thread.ts', import.meta.url), commonErrors.tooMuchWork, {
  // Allows for 100,000 entries on a busy machine.
  seconds: 300,
})

/** Sent page by page while it is drawn. */
export async function statementPdf(context: IssueContext, clientId: string, input: RangeInput): Promise<FileAnswer> {
  const range = dayRange(input)
  const count = await countEvents(context.reader, clientId, range)
  if (count > BigInt(statementRules.pdfEvents)) throw new AppError(statementErrors.tooLong)
  const given = { ...(await givenOf(context, clientId)), range }
  const content = await issued(context, given, (send) => pdfs('statement', given, send))
  return pdf(fileName(range, 'pdf'), content, Number(count))
}

export async function confirmationPdf(context: IssueContext, clientId: string, day: string): Promise<FileAnswer> {
  const count = await countTradesOfDay(context.reader, clientId, day)
  if (count === 0n) throw new AppError(statementErrors.noTrades)
  if (count > BigInt(statementRules.pdfEvents)) throw new AppError(statementErrors.tooLong)
  const given = { ...(await givenOf(context, clientId)), day }
  const content = await issued(context, given, (send) => pdfs('confirmation', given, send))
  return pdf(`trade-confirmation-${nameOf('client', given.holder.number)}-${day}.pdf`, content, 2 * Number(count))
}

/** From other features, for the annual statement. */
export type AnnualSources = {
  readonly panOf: (clientId: string) => Promise<string>
  readonly taxReport: (clientId: string, year: string) => Promise<TaxReport>
}

export async function annualPdf(
  context: IssueContext,
  { panOf, taxReport }: AnnualSources,
  clientId: string,
  year: string,
): Promise<FileAnswer> {
  const today = dayInIndia(new Date())
  const { from, to: lastDay } = taxYearDays(Number(year.slice(0, 4)))
  const given = {
    ...(await givenOf(context, clientId)),
    from,
    to: lastDay < today ? lastDay : today,
    pan: await panOf(clientId),
    tax: await taxReport(clientId, year),
  }
  const content = await issued(context, given, (send) => pdfs('annual', given, send))
  return pdf(`annual-statement-${nameOf('client', given.holder.number)}-${year}.pdf`, content, 0)
}

type ExplanationFile = {
  readonly name: string
  readonly bytes: Buffer
  readonly explanation: BalanceExplanation
  readonly client: { readonly name: string; readonly email: string }
  /** In the transaction before the file leaves. */
  readonly issue: (tx: Tx) => Promise<void>
}

/** The explanation of a balance, as a file and for a mail. */
export async function explanationPdf(
  context: IssueContext,
  clientId: string,
  input: RangeInput,
): Promise<ExplanationFile> {
  const { broker, holder, preparedAt, mark } = await givenOf(context, clientId)
  const explanation = await explainBalance(context.reader, clientId, input)
  const amount = { name: 'Change of the balance', paise: paiseOf(explanation.closing) - paiseOf(explanation.opening) }
  const title = { title: explanationTitle, period: periodOf(input), broker, holder, preparedAt, mark, amount }
  const bytes = Buffer.from(await pdfs('explanation', { ...title, parts: explanationParts(explanation) }))
  const document = { mark, clientId, amount: amount.paise, sha256: fileHash(bytes), preparedAt, by: context.by }
  return {
    name: `balance-${nameOf('client', holder.number)}.pdf`,
    bytes,
    explanation,
    client: holder,
    issue: (tx) => issueDocument(context, tx, document),
  }
}

/** `draw` returns the amount to confirm. */
async function issued(
  context: IssueContext,
  given: Pick<Issue, 'clientId' | 'mark' | 'preparedAt'>,
  draw: (send: SendPart) => Promise<bigint>,
): Promise<Readable> {
  let amount = 0n
  const content = await threadFile(async (send) => (amount = await draw(send)))
  return issuedFile(content, (sha256) =>
    context.db.transaction((tx) => issueDocument(context, tx, { ...given, amount, sha256, by: context.by })),
  )
}

const pdf = (name: string, content: Readable, rows: number): FileAnswer => ({
  name,
  type: 'application/pdf',
  content,
  estimatedBytes: estimatePdf(rows),
})

const givenOf = async (context: IssueContext, clientId: string) => ({
  connection: context.reader.connection,
  clientId,
  broker: brokerOf(context.config),
  holder: await requireRow(findHolder(context.reader, clientId)),
  preparedAt: new Date(),
  mark: createMark(context.config.publicUrl),
})

const fileName = ({ from, to }: DayRange, extension: string): string =>
  `${['statement', from, from && 'to', to ?? dayInIndia(new Date())].filter(Boolean).join('-')}.${extension}`
