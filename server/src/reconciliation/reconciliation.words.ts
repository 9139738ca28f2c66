import { formatRupees } from '@sauda/contract/money'
import type { LineRow } from './reconciliation.sql.ts'

/** The explanation shown to the operator. */
export function reasonOf(row: LineRow): string {
  if (row.state === 'matched') return row.how === null ? 'A statement imported later has its line.' : fits(row)
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
      return `Our reference for ${name} stands in the bank’s text, and the amount is the same.`
    case 3:
      return `A number in the bank’s text is ${known} given for ${name}, and the amount is the same, but the bank names the payment otherwise.`
    case 4:
      return `The amount is that of ${name}, asked for on ${row.asked_at && day.format(row.asked_at)}. No reference confirms it.`
    case null:
      return ''
  }
}

function doubts({ how, reference, others, rivals, is_other, is_torn }: LineRow): string[] {
  return [
    ...(how !== 4 && reference === null ? ['The bank gave no reference of its own.'] : []),
    ...(others > 0 ? [others === 1 ? 'Another request fits as well.' : `${others} other requests fit as well.`] : []),
    ...(rivals > 0 ? [rivals === 1 ? 'Another line fits it as well.' : `${rivals} other lines fit it as well.`] : []),
    ...(is_other ? ['But the client named another payment.'] : []),
    ...(is_torn ? ['But the QR that was paid belongs to another client.'] : []),
  ]
}

function exceptionOf(row: LineRow): string {
  const { payment_name: name, reference, payment_status: status, payment_amount: amount } = row
  switch (row.exception) {
    case 'duplicate':
      return status === 'approved' && row.how !== 1
        ? `${name} is explained by another line already. This money came a second time.`
        : `An earlier line carries the reference ${reference} too.`
    case 'reversed':
      return row.direction === 'debit'
        ? `This names ${name}, which brought money in: the bank may have taken it back.`
        : `This names ${name}, which was paid out: the bank may have returned it.`
    case 'amount':
      return `This names ${name}, ${status === 'approved' ? 'approved' : 'asked for'} with ${formatRupees(amount ?? 0n)}. The amounts differ.`
    case 'missing':
      return `${name} was approved under the reference ${row.bank_reference ?? 'of none'}, and no imported statement has a line of it.`
    case 'unexplained':
      return name === null
        ? 'No withdrawal has this reference or this amount.'
        : `This names ${name}, which was refused.`
    case 'unasked':
      return unasked(row)
    case null:
      return ''
  }
}

function unasked({ payment_name: name, payment_status: status, client_name: client, ...row }: LineRow): string {
  if (name !== null && status === 'unpaid') return `This names ${name}. The client has not told us that it is paid.`
  if (name !== null) return `This names ${name}, which was refused.`
  if (client !== null && row.intent_amount !== null)
    return `${client} (${row.sauda_id}) was shown a QR for ${formatRupees(row.intent_amount)} with this reference, and has not told us of the payment.`
  return 'No request, charge or QR of ours has this reference or this amount.'
}
