import { formatRupees, rupeesOf } from '@sauda/contract/money'
import type { BankLine } from '@sauda/contract/reconciliation'
import type { LineRow } from './reconciliation.sql.ts'

export const lineOf = (row: LineRow): BankLine => ({
  _id: row.id,
  state: row.state,
  direction: row.direction,
  bookedOn: row.booked_on,
  amount: rupeesOf(row.amount),
  text: row.text,
  ...(row.reference !== null && { reference: row.reference }),
  ...(row.balance !== null && { balance: rupeesOf(row.balance) }),
  ...(row.file_name !== null && { fileName: row.file_name }),
  ...(row.line_number !== null && { lineNumber: row.line_number }),
  ...(row.confidence !== null && { confidence: row.confidence }),
  ...(row.exception !== null && { exception: row.exception }),
  reason: reasonOf(row),
  ...paymentOf(row),
  ...(row.matched_by_name !== null && { approvedBy: row.matched_by_name }),
  ...(row.settled_by_name !== null &&
    row.settled_at !== null &&
    row.note !== null && {
      settled: { by: row.settled_by_name, at: row.settled_at.toISOString(), note: row.note },
    }),
})

function paymentOf(row: LineRow): Pick<BankLine, 'payment'> {
  const { payment_id, payment_kind, payment_name, payment_amount, payment_status, asked_at } = row
  const { client_id, client_name, sauda_id } = row
  if (payment_id === null || payment_kind === null || payment_name === null || payment_amount === null) return {}
  if (payment_status === null || asked_at === null || client_id === null || client_name === null || sauda_id === null)
    return {}
  return {
    payment: {
      kind: payment_kind,
      _id: payment_id,
      name: payment_name,
      amount: rupeesOf(payment_amount),
      ...(row.payment_reference !== null && { reference: row.payment_reference }),
      status: payment_status,
      askedAt: asked_at.toISOString(),
      clientId: client_id,
      clientName: client_name,
      saudaId: sauda_id,
    },
  }
}

/** The explanation shown to the operator. */
function reasonOf(row: LineRow): string {
  if (row.state === 'matched') return row.how === null ? 'Found in a statement imported later.' : fits(row)
  return row.exception === null ? [fits(row), ...doubts(row)].join(' ') : exceptionOf(row)
}

const day = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'Asia/Kolkata' })

function fits(row: LineRow): string {
  const { how, payment_name: name, payment_kind: kind, payment_status: status, reference } = row
  const known = kind === 'charge' ? 'the transaction ID' : kind === 'deposit' ? 'the UTR' : 'the reference'
  switch (how) {
    case 1:
      return status === 'approved'
        ? `The bank’s reference ${reference} is the one ${name} was approved under, and the amount is the same.`
        : `The bank’s reference ${reference} is ${known} given for ${name}, and the amount is the same.`
    case 2:
      return `Our reference for ${name} is in the narration, and the amount is the same.`
    case 3:
      return `A number in the narration is ${known} given for ${name}, and the amount is the same, but the bank’s own reference differs.`
    case 4:
      return `Same amount as ${name}, requested on ${row.asked_at && day.format(row.asked_at)}. No reference confirms it.`
    case null:
      return ''
  }
}

const doubts = ({ how, reference, others, rivals, is_other, is_conflicting }: LineRow): string[] => [
  ...(how !== 4 && reference === null ? ['The bank gave no reference of its own.'] : []),
  ...(others > 0 ? [others === 1 ? 'Another request matches too.' : `${others} other requests match too.`] : []),
  ...(rivals > 0
    ? [rivals === 1 ? 'Another bank entry matches it too.' : `${rivals} other bank entries match it too.`]
    : []),
  ...(is_other ? ['The client gave the UTR of another payment.'] : []),
  ...(is_conflicting ? ['The QR that was paid belongs to another client.'] : []),
]

function exceptionOf(row: LineRow): string {
  const { payment_name: name, reference, payment_status: status, payment_amount: amount } = row
  switch (row.exception) {
    case 'duplicate':
      return status === 'approved' && row.how !== 1
        ? `${name} is already matched to another bank entry. This is a second payment.`
        : `An earlier bank entry also has the reference ${reference} too.`
    case 'reversed':
      return row.direction === 'debit'
        ? `Reference matches ${name}, which was received: the bank may have reversed it.`
        : `Reference matches ${name}, which was paid out: the bank may have returned it.`
    case 'amount':
      return `Reference matches ${name} (${formatRupees(amount ?? 0n)} ${status === 'approved' ? 'approved' : 'requested'}); amount differs.`
    case 'missing':
      return `${name} was approved under the reference ${row.bank_reference ?? 'of none'}, but no imported statement contains it.`
    case 'unexplained':
      return name === null
        ? 'No withdrawal has this reference or amount.'
        : `Reference matches ${name}, which was rejected.`
    case 'unasked':
      return unasked(row)
    case null:
      return ''
  }
}

function unasked({ payment_name: name, payment_status: status, client_name: client, ...row }: LineRow): string {
  if (name !== null && status === 'unpaid') return `Reference matches ${name}. The client has not reported a payment.`
  if (name !== null) return `Reference matches ${name}, which was rejected.`
  if (client !== null && row.intent_amount !== null)
    return `${client} (${row.sauda_id}) was shown a QR for ${formatRupees(row.intent_amount)} with this reference but has not reported the payment.`
  return 'No request, charge or QR has this reference or amount.'
}
