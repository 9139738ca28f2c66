import { chargeCalls, chargeReasons, chargeTexts } from '@sauda/contract/money/charge'
import { formatRupees, paiseOf } from '@sauda/contract/platform/money'
import { DescriptionList } from '@sauda/ui/description-list'
import { Money } from '@sauda/ui/money'
import { DateTime, formatDate } from '@sauda/web/date-time'
import type { ReactNode } from 'react'
import { type CaseProps, CaseReview } from '../../shell/case-review.tsx'
import { copyFact } from '../../shell/lines.tsx'
import {
  approveOrReject,
  checkReason,
  type Decision,
  type DecisionDraft,
  emptyDraft,
  type Verdict,
} from '../../shell/decision-form.tsx'
import { Block, Columns, Evidence, Note } from '../../shell/evidence.tsx'
import { ChargePill } from '../../shell/pills.tsx'
import type { Reply } from '@sauda/contract/platform/call'
import { sendIdempotent } from '../../shell/api.ts'

type DeskCharge = Reply<typeof chargeCalls.deskCharge>
type ChargeDecision = { transactionId?: string | undefined; reason?: string }

const decideCharge = (chargeId: string, { transactionId, reason }: ChargeDecision) =>
  reason === undefined
    ? sendIdempotent(chargeCalls.approve, { params: { chargeId }, body: { transactionId } })
    : sendIdempotent(chargeCalls.reject, { params: { chargeId }, body: { transactionId, reason } })

export const ChargeReview = ({ item: charge, beside, context }: CaseProps<DeskCharge>) => (
  <CaseReview
    context={context}
    item={charge}
    isPending={({ status }) => status === 'PAID'}
    status={<ChargePill status={charge.reversed ? 'reversed' : charge.status} />}
    since={charge.paymentDetails?.paymentDate}
    evidence={(shown) => <ChargeEvidence charge={shown} beside={beside} />}
    // A choice made for one payment does not apply to the next.
    draftName={({ _id, paymentDetails }) => `${_id} ${paymentDetails?.transactionId}`}
    emptyDraft={emptyDraft}
    decision={(shown, { verdict }): Decision<DecisionDraft, ChargeDecision> => {
      const transactionId = shown.paymentDetails?.transactionId
      return {
        words: approveOrReject('payment'),
        summary: summaryOf(shown, verdict),
        reasons: chargeReasons,
        // Approves only the payment on screen.
        check: (chosen, reason) =>
          chosen === 'approve'
            ? { command: { transactionId } }
            : checkReason(chargeCalls.reject.body, { transactionId, reason }),
      }
    }}
    send={(command) => decideCharge(charge._id, command)}
    outcome={
      charge.reversed
        ? `The bank returned ${formatRupees(paiseOf(charge.reversed.amount))} on ${formatDate(charge.reversed.on)}: “${charge.reversed.reason}”. Raise the charge again if it is still due.`
        : charge.reason
          ? `Reason: “${charge.reason}”`
          : charge.status === 'PENDING' && 'The client has not paid yet.'
    }
  />
)

export function summaryOf(
  { clientName, amount, gst }: Pick<DeskCharge, 'clientName' | 'amount' | 'gst'>,
  verdict: Verdict | null,
): string {
  if (verdict === null) return 'Find the payment in the bank statement, then approve or reject it.'
  if (verdict === 'reject') return `The charge becomes payable again. ${clientName} will get the reason by e-mail.`
  const fees = formatRupees(paiseOf(amount))
  return gst > 0
    ? `${fees} will be booked as fees and ${formatRupees(paiseOf(gst))} as GST. ${clientName}’s wallet does not change.`
    : `${fees} will be booked as fees. ${clientName}’s wallet does not change.`
}

function ChargeEvidence({ charge, beside }: { charge: DeskCharge; beside: ReactNode }) {
  const { _id, clientId, status, chargeType, description, amount, gst, total, reference, createdAt, dueDate } = charge
  return (
    <Evidence
      what={`${chargeType}, with GST`}
      amount={paiseOf(total)}
      trail={status === 'APPROVED' ? { clientId, source: { cause: _id }, name: `Charge ${reference}` } : undefined}
      reference={reference}
      at={createdAt}
      event="Raised"
    >
      <Columns>
        <Payment charge={charge} />
        <Block title="Charged">
          <DescriptionList
            amounts
            items={[
              { term: 'Amount', value: <Money amount={paiseOf(amount)} /> },
              { term: 'GST', value: <Money amount={paiseOf(gst)} /> },
              { term: 'Due', value: dueDate === undefined ? 'No date' : formatDate(dueDate) },
            ]}
          />
          <Note>{description}</Note>
        </Block>
      </Columns>
      <Note>{chargeTexts.honestAtDesk}</Note>
      {beside}
    </Evidence>
  )
}

function Payment({ charge: { paymentDetails, reference } }: { charge: DeskCharge }) {
  if (!paymentDetails)
    return (
      <Block title="Payment">
        <Note>The client has not reported a payment yet.</Note>
      </Block>
    )
  const { transactionId, paymentDate, remarks } = paymentDetails
  return (
    <Block title="Look for in the bank statement">
      <DescriptionList
        items={[
          ...copyFact('Transaction ID', transactionId, 'Copy transaction ID', 'Transaction ID copied'),
          ...copyFact('Reference in the QR code', reference, 'Copy reference', 'Reference copied'),
          { term: 'Reported on', value: <DateTime at={paymentDate} /> },
          { term: 'Remarks', value: remarks ?? 'None' },
        ]}
      />
    </Block>
  )
}
