import { chargeReversalText } from '@sauda/contract/money/bank-reversal'
import { chargeTexts, type Charge } from '@sauda/contract/money/charge'
import { formatRupees, paiseOf } from '@sauda/contract/platform/money'
import { DescriptionList } from '@sauda/ui/description-list'
import { Money } from '@sauda/ui/money'
import { Stack } from '@sauda/ui/stack'
import { Timeline, type TimelineStep } from '@sauda/ui/timeline'
import { formatDate, formatDateTime } from '@sauda/web/date-time'
import { expectedText } from '@sauda/web/expected'
import { useNow } from '@sauda/web/hooks'
import type { ReactNode, Ref } from 'react'
import { Link } from 'react-router'
import { traceOf } from '../../shell/amounts.tsx'
import { isPayable } from './charge.api.ts'
import { chargeText } from './charge.text.ts'

interface ChargeDetailProps {
  ref: Ref<HTMLDivElement>
  charge: Charge
  pay: ReactNode
}

/** The parts and the history of a charge. `pay` is the button, if it can be paid. */
export function ChargeDetail({ ref, charge, pay }: ChargeDetailProps) {
  const { description, amount, gst, total, dueDate, status, reference } = charge
  const onTrace = traceOf(`${charge.chargeType} ${reference}`, { cause: charge._id })
  return (
    <Stack ref={ref} tabIndex={-1} gap={6}>
      <Stack gap={1}>
        <Money amount={paiseOf(total)} size="large" onTrace={onTrace} />
        <p className="soft">{description}</p>
      </Stack>
      {pay}
      <Timeline label="What happened" steps={stepsOf(charge, useNow())} />
      <DescriptionList
        amounts
        items={[
          { term: 'Amount', value: <Money amount={paiseOf(amount)} onTrace={onTrace} /> },
          { term: 'GST', value: <Money amount={paiseOf(gst)} onTrace={onTrace} /> },
          { term: 'Total', value: <Money amount={paiseOf(total)} onTrace={onTrace} /> },
          dueDate !== undefined && { term: 'Due date', value: formatDate(dueDate) },
        ]}
      />
      {status === 'APPROVED' && (
        <p>
          <Link to={`/account/wallet/statement?search=${reference}`}>{chargeText.openStatement}</Link>
        </p>
      )}
    </Stack>
  )
}

function stepsOf(charge: Charge, now: number): (TimelineStep | false | undefined)[] {
  const { status, createdAt, paymentDetails: payment, reason, reversed, targetAt } = charge
  return [
    { title: chargeText.raised, state: 'done', at: formatDateTime(createdAt) },
    payment && {
      title: chargeText.submitted,
      state: 'done',
      detail: [`Transaction ID ${payment.transactionId}`, payment.remarks].filter(Boolean).join(' · '),
      at: formatDateTime(payment.paymentDate),
    },
    status === 'PAID' && {
      title: chargeText.confirming,
      state: 'current',
      at: expectedText({ of: 'charge', targetAt }, now),
    },
    status === 'APPROVED' && { title: chargeTexts.APPROVED, state: 'done' },
    reversed && {
      title: chargeText.reversed,
      state: 'failed',
      detail: chargeReversalText(formatDate(reversed.on), formatRupees(paiseOf(reversed.amount))),
      at: formatDateTime(reversed.bookedAt),
    },
    status === 'REJECTED' && { title: chargeTexts.REJECTED, state: 'failed', detail: reason },
    status === 'CANCELLED' && { title: chargeText.cancelled, state: 'done', detail: reason },
    isPayable(charge) && { title: status === 'REJECTED' ? chargeText.payAgain : chargeText.payNow, state: 'current' },
  ]
}
