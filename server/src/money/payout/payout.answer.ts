import type { Reply } from '@sauda/contract/platform/call'
import { AppError } from '@sauda/contract/platform/error'
import { decimalRupees, paiseOf, rupeesOf } from '@sauda/contract/platform/money'
import { payoutErrors, type payoutCalls, type PayoutAnswer } from '@sauda/contract/money/payout'
import type { Payload } from '@sauda/contract/core/proposal'
import type { AppContext } from '../../app/app-context.ts'
import { clientTextFault } from '../../core/mail/text-rules.ts'
import { locked, propose } from '../../core/approval/plan.ts'
import { type Decider, findPendingAbout, secondOf, waiting } from '../../core/approval/proposal.ts'
import { requireRow, type Sql, type Tx } from '../../platform/db.ts'
import type { SentCsv } from '../../platform/upload.ts'
import { fileReader } from '../../platform/workbook.ts'
import type * as answerFile from './payout.answer-reader.ts'
import type { AnswerLine, SentAnswers } from './payout.answer-reader.ts'
import { type BatchRow, insertAnswer, lockBatch, payoutsOf, type PayoutRow, usedReferences } from './payout.sql.ts'
import { approve } from '../wallet/wallet.decide.ts'
import { failPlan, requireReleased } from './payout.plan.ts'
import { record } from './payout.ts'

/** A payment of the batch, as far as its answer is known. */
type KnownPayment = Pick<PayoutRow, '_id' | 'transactionId' | 'amount' | 'status' | 'bankReference'>

type Answered = {
  readonly line: AnswerLine
  readonly answer: PayoutAnswer
  readonly payment: KnownPayment | undefined
}

/** The effect of each line; `usedBy` maps each bank reference in use to its payment. */
function planAnswers(
  lines: readonly AnswerLine[],
  payments: readonly KnownPayment[],
  usedBy: ReadonlyMap<string, string>,
): Answered[] {
  const byName = new Map(payments.map((payment) => [payment.transactionId, payment]))
  const seen = new Set<string>()
  const nameOfUtr = new Map<string, string>()
  const contradicted = contradictions(lines)
  return lines.map((line) => {
    const payment = byName.get(line.name)
    const isRepeated = seen.has(line.name)
    seen.add(line.name)
    const problem =
      problemOf(line, payment, usedBy) ??
      (contradicted.has(line.name) ? 'The file has two different answers for this payment' : undefined) ??
      (line.isPaid && (nameOfUtr.get(line.utr) ?? line.name) !== line.name
        ? `The file gives the same UTR for ${nameOfUtr.get(line.utr)}`
        : undefined)
    if (line.isPaid) nameOfUtr.set(line.utr, nameOfUtr.get(line.utr) ?? line.name)
    const isUnchanged = isRepeated || payment?.status !== 'pending'
    const outcome = problem !== undefined ? 'problem' : isUnchanged ? 'unchanged' : line.isPaid ? 'paid' : 'failed'
    return {
      line,
      payment,
      answer: {
        line: line.line,
        transactionId: line.name,
        ...(payment && { amount: rupeesOf(payment.amount) }),
        outcome,
        detail: problem ?? (line.isPaid ? `UTR ${line.utr}` : failureDetail(line.reason)),
      },
    }
  })
}

const failed = 'The bank did not make the payment'
/** The client reads it. */
const failureReason = (reason: string): string =>
  reason === '' || clientTextFault(reason) ? failed : `${failed}: ${reason}`

/** For operators. */
const failureDetail = (reason: string): string =>
  clientTextFault(reason)
    ? `${failed}. The client does not read the bank’s reason, because it contains a payment detail, a number or a link: ${reason}`
    : failureReason(reason)

/** Names of the payments with different answers in one file. */
function contradictions(lines: readonly AnswerLine[]): ReadonlySet<string> {
  const first = new Map<string, string>()
  const contradicted = new Set<string>()
  for (const { name, isPaid, utr } of lines) {
    const answer = `${isPaid} ${isPaid ? utr : ''}`
    if ((first.get(name) ?? answer) !== answer) contradicted.add(name)
    first.set(name, first.get(name) ?? answer)
  }
  return contradicted
}

/** Why the line changes nothing. */
function problemOf(
  line: AnswerLine,
  payment: KnownPayment | undefined,
  usedBy: ReadonlyMap<string, string>,
): string | undefined {
  if (!payment || payment.status === 'removed') return 'This withdrawal is not in this batch'
  if (line.isPaid === undefined)
    return line.status === '' ? 'The bank gives no status' : `“${line.status}” is neither a paid nor a failed status`
  if (line.paise !== undefined && line.paise !== payment.amount) return 'The amount differs from the withdrawal'
  if (line.isPaid && !/^[A-Z0-9]{6,30}$/.test(line.utr)) return 'The bank gives no UTR'
  if (payment.status === 'approved' && !line.isPaid) return 'Already marked as paid; check it with the bank'
  if (payment.status === 'approved' && payment.bankReference !== line.utr)
    return `Already marked as paid under ${payment.bankReference}; check it with the bank`
  if (payment.status === 'rejected' && line.isPaid)
    return 'Already marked as failed, and the money returned; check it with the bank'
  if (line.isPaid && (usedBy.get(line.utr) ?? payment._id) !== payment._id) return 'This UTR belongs to another payment'
  return undefined
}

type Answers = Reply<typeof payoutCalls.preview>

const reader = fileReader<typeof answerFile>(new URL('./payout.answer-reader.ts', import.meta.url))

/** The effect of importing the file. */
export async function previewAnswer({ db }: AppContext, batchId: string, csv: SentCsv): Promise<Answers> {
  const batch = await db.transaction((tx) => requireRow(lockBatch(tx, batchId)))
  const { lines, unused, leftOut } = await readLines(batch, csv)
  return { ...answersOf(csv, ...(await planOf(db, batch, lines))), unused: [...unused], leftOut }
}

/** The layout of a batch does not change, so the file is read before the transaction. */
export async function readSentAnswer({ db }: AppContext, batchId: string, csv: SentCsv): Promise<SentAnswers> {
  return readLines(await db.transaction((tx) => requireRow(lockBatch(tx, batchId))), csv)
}

/** All or nothing; lines with a problem are left for an operator. Failures need a second operator (settled, section 14). */
export async function importAnswer(
  context: AppContext,
  tx: Tx,
  { batchId, csv, lines, unused, leftOut, ...by }: Decider & SentAnswers & { batchId: string; csv: SentCsv },
): Promise<Reply<typeof payoutCalls.importAnswer>> {
  const batch = await requireRow(lockBatch(tx, batchId))
  const [plan, payments] = await planOf(tx, batch, lines)
  const withOutcome = (outcome: string) =>
    new Map(plan.filter(({ answer }) => answer.outcome === outcome).map((change) => [change.payment?._id, change.line]))
  const [paid, failed] = [withOutcome('paid'), withOutcome('failed')]
  // In the order of the payments, in which the ledgers are locked.
  for (const { _id: id } of payments) {
    const line = paid.get(id)
    if (line) await approve(context, tx, { ...by, id, reference: line.utr, fromBank: true })
  }
  const failures = payments.flatMap(({ _id: id }) => {
    const line = failed.get(id)
    return line ? [{ id, reason: failureReason(line.reason) }] : []
  })
  const result = { ...answersOf(csv, plan, payments), unused: [...unused], leftOut }
  await insertAnswer(tx, { batchId, csv, operatorId: by.operator.id })
  const hash = csv.sha256.toString('hex')
  await record(context, tx, by, {
    action: 'payout.answer',
    id: batchId,
    after: {
      batch: batch.name,
      fileName: csv.name,
      sha256: hash,
      paid: result.paid.count,
      paidAmount: decimalRupees(paiseOf(result.paid.amount)),
      failed: result.failed.count,
      failedAmount: decimalRupees(paiseOf(result.failed.amount)),
    },
  })
  if (failures.length === 0) return result
  const answer = { batchId, fileName: csv.name, sha256: hash, failures }
  const second = await failOrPropose(context, tx, { ...by, answer })
  return { ...result, ...second }
}

/** Another answer about the same failures waits as the first. */
async function failOrPropose(
  context: AppContext,
  tx: Tx,
  { answer, ...by }: Decider & { readonly answer: Payload<'payout.fail'> },
): Promise<Pick<Reply<typeof payoutCalls.importAnswer>, 'waitsForSecond' | 'secondReasons'>> {
  const plan = await failPlan(context, locked(tx), answer, { ...by, requestedBy: by.operator.id })
  const pending = await findPendingAbout(tx, ['payout.fail'], { batchId: answer.batchId })
  if (!pending)
    return secondOf(await propose(context, tx, { kind: 'payout.fail' as const, payload: answer, ...by }, plan))
  const ids = pending.payload.failures.map(({ id }) => id)
  if (answer.failures.some(({ id }) => !ids.includes(id))) throw new AppError(payoutErrors.proposed)
  return waiting(pending)
}

async function readLines(batch: BatchRow, { bytes }: SentCsv): Promise<SentAnswers> {
  requireReleased(batch)
  const answers = await reader('readAnswer', { bytes, layout: batch.layout })
  if (answers.lines.length === 0) throw new AppError(payoutErrors.noPayments)
  return answers
}

async function planOf(sql: Sql, batch: BatchRow, lines: readonly AnswerLine[]) {
  requireReleased(batch)
  const payments = await payoutsOf(sql, batch.id)
  const references = lines.map(({ utr }) => utr)
  const used = await usedReferences(sql, references)
  const plan = planAnswers(lines, payments, new Map(used.map(({ reference, used_by }) => [reference, used_by])))
  if (plan.every(({ payment }) => payment === undefined)) throw new AppError(payoutErrors.noPayments)
  return [plan, payments] as const
}

function answersOf(
  { name }: SentCsv,
  plan: readonly Answered[],
  payments: readonly PayoutRow[],
): Omit<Answers, 'unused' | 'leftOut'> {
  const sumOf = (rows: readonly { readonly amount: bigint }[]) => ({
    count: rows.length,
    amount: rupeesOf(rows.reduce((sum, { amount }) => sum + amount, 0n)),
  })
  const withOutcome = (outcome: string) =>
    plan.flatMap(({ answer, payment }) => (answer.outcome === outcome && payment ? [payment] : []))
  const [paid, failed] = [withOutcome('paid'), withOutcome('failed')]
  const answered = new Set([...paid, ...failed].map(({ _id }) => _id))
  const open = payments.filter(({ _id, status }) => status === 'pending' && !answered.has(_id))
  return {
    fileName: name,
    lines: plan.map(({ answer }) => answer),
    paid: sumOf(paid),
    failed: sumOf(failed),
    unanswered: sumOf(open),
  }
}
