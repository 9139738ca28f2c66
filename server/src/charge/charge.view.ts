import { chargeTransitions } from '@sauda/contract/charge'
import type { Charge, chargeCalls } from '@sauda/contract/charge'
import type { Reply } from '@sauda/contract/call'
import { rupeesOf } from '@sauda/contract/money'
import type { Config } from '../config.ts'
import { upiLink } from '@sauda/contract/upi'
import type { ChargeRow } from './charge.sql.ts'

type Payee = Pick<Config, 'upiId' | 'upiName'>

export const isPayable = ({ status }: Pick<ChargeRow, 'status'>): boolean =>
  (chargeTransitions[status] as readonly string[]).includes('PAID')

export function viewOf(row: ChargeRow, { upiId, upiName }: Payee): Charge {
  const reference = `CHG${row.number}`
  const paise = row.amount + row.gst
  return {
    _id: row.id,
    reference,
    chargeType: row.type,
    description: row.description,
    amount: rupeesOf(row.amount),
    gst: rupeesOf(row.gst),
    total: rupeesOf(paise),
    status: row.status,
    createdAt: row.created_at.toISOString(),
    ...(row.due_on !== null && { dueDate: row.due_on }),
    ...(row.reason !== null && { reason: row.reason }),
    ...(row.transaction_id !== null &&
      row.paid_at !== null && {
        paymentDetails: {
          paymentMethod: 'UPI' as const,
          transactionId: row.transaction_id,
          paymentDate: row.paid_at.toISOString(),
          ...(row.remarks !== null && { remarks: row.remarks }),
        },
      }),
    upiLink: isPayable(row)
      ? upiLink({ payeeId: upiId, payeeName: upiName, paise, reference, note: `Charge ${reference}` })
      : '',
  }
}

export function summaryOf(rows: readonly ChargeRow[]): Reply<typeof chargeCalls.list>['summary'] {
  const count = (status: ChargeRow['status']) => rows.filter((row) => row.status === status).length
  const sum = (some: readonly ChargeRow[]) => rupeesOf(some.reduce((paise, row) => paise + row.amount + row.gst, 0n))
  return {
    totalDue: sum(rows.filter((row) => row.status !== 'APPROVED')),
    totalPaid: sum(rows.filter((row) => row.status === 'APPROVED')),
    pending: count('PENDING'),
    paid: count('PAID'),
    approved: count('APPROVED'),
    rejected: count('REJECTED'),
  }
}
