import { rupeesOf } from '@sauda/contract/platform/money'
import type { PayoutAnswer } from '@sauda/contract/banking/payout'
import type { AnswerLine } from './payout.answer-reader.ts'
import type { PayoutRow } from './payout.sql.ts'

/** A payment of the batch, as far as its answer is known. */
type KnownPayment = Pick<PayoutRow, '_id' | 'transactionId' | 'amount' | 'status' | 'bankReference'>

export type Plan = {
  readonly line: AnswerLine
  readonly answer: PayoutAnswer
  readonly payment: KnownPayment | undefined
}

/** The effect of each line; `usedBy` maps each bank reference in use to its payment. */
export function planAnswers(
  lines: readonly AnswerLine[],
  payments: readonly KnownPayment[],
  usedBy: ReadonlyMap<string, string>,
): Plan[] {
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
        detail: problem ?? (line.isPaid ? `UTR ${line.utr}` : failureReason(line.reason)),
      },
    }
  })
}

export const failureReason = (reason: string): string =>
  reason === '' ? 'The bank did not make the payment' : `The bank did not make the payment: ${reason}`

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
