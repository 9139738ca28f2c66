import { rupeesOf } from '@sauda/contract/money'
import type { BankLine } from '@sauda/contract/reconciliation'
import type { LineRow } from './reconciliation.sql.ts'
import { reasonOf } from './reconciliation.words.ts'

export function lineOf(row: LineRow): BankLine {
  return {
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
  }
}

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
      ...(row.entered !== null && { entered: row.entered }),
      status: payment_status,
      askedAt: asked_at.toISOString(),
      clientId: client_id,
      clientName: client_name,
      saudaId: sauda_id,
    },
  }
}
