import { chargeCalls, chargeReasons, chargeTransitions } from '@sauda/contract/money/charge'
import { paiseOf, rupeesText } from '@sauda/contract/platform/money'
import { Stack } from '@sauda/ui/stack'
import { DateTime, formatDate } from '@sauda/web/date-time'
import type { ReactNode } from 'react'
import { type CaseProps, CaseReview } from '../../shell/case-review.tsx'
import { amountFact, copyFact } from '../../shell/lines.tsx'
import {
  approveOrReject,
  checkReason,
  type Decision,
  type DecisionDraft,
  emptyDraft,
} from '../../shell/decision-form.tsx'
import { type Verdict } from '../../shell/review.tsx'
import { Block, Columns, Evidence, Note } from '../../shell/evidence.tsx'
import { FormDialog, reasonField, DialogButton } from '../../shell/form-dialog.tsx'
import { useCan } from '../../shell/me.ts'
import { ChargePill } from '../../shell/pills.tsx'
import type { Reply } from '@sauda/contract/platform/call'
import { sendIdempotent } from '../../shell/api.ts'

type DeskCharge = Reply<typeof chargeCalls.deskCharge>
type ChargeDecision = { transactionId?: string | undefined; reason?: string }

const decideCharge = (chargeId: string, { transactionId, reason }: ChargeDecision) =>
  reason === undefined
    ? sendIdempotent(chargeCalls.approve, { params: { chargeId }, body: { transactionId } })
    : sendIdempotent(chargeCalls.reject, { params: { chargeId }, body: { transactionId, reason } })

/** `lines`: the payment in the imported statements. */
export const ChargeReview = ({
  item: charge,
  lines,
  beside,
  context,
}: CaseProps<DeskCharge> & { lines: ReactNode }) => (
  <CaseReview
    context={context}
    item={charge}
    isPending={({ status }) => status === 'PAID'}
    status={<ChargePill status={charge.reversed ? 'reversed' : charge.status} />}
    since={charge.paymentDetails?.paymentDate}
    evidence={(shown) => <ChargeEvidence charge={shown} lines={lines} beside={beside} />}
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
    outcome={<Outcome charge={charge} />}
  />
)

function Outcome({ charge }: { charge: DeskCharge }) {
  const { _id, reference, reversed, reason, status, clientName } = charge
  const canCancel = useCan()('charge.raise') && (chargeTransitions[status] as readonly string[]).includes('CANCELLED')
  return (
    <Stack gap={3}>
      <span>
        {reversed
          ? `The bank returned ${rupeesText(reversed.amount)} on ${formatDate(reversed.on)}: “${reversed.reason}”. Raise the charge again if it is still due.`
          : reason
            ? `Reason: “${reason}”`
            : status === 'PENDING' && 'The client has not paid yet.'}
      </span>
      {canCancel && (
        <DialogButton
          size="small"
          dialog={(state) => (
            <FormDialog
              {...state}
              call={chargeCalls.cancel}
              params={{ chargeId: _id }}
              empty={{ reason: '' }}
              title={`Cancel charge ${reference}`}
              fields={[reasonField(`${clientName} reads it in an e-mail.`)]}
              action="Cancel charge"
              variant="danger"
              done={`${reference} cancelled. ${clientName} has been notified`}
            />
          )}
        >
          Cancel charge
        </DialogButton>
      )}
    </Stack>
  )
}

export function summaryOf(
  { clientName, amount, gst }: Pick<DeskCharge, 'clientName' | 'amount' | 'gst'>,
  verdict: Verdict | null,
): string {
  if (verdict === null) return 'Check the payment in the bank statement, then approve or reject it.'
  if (verdict === 'reject') return `The charge becomes payable again. ${clientName} will get the reason by e-mail.`
  const fees = rupeesText(amount)
  return gst > 0
    ? `${fees} will be booked as fees and ${rupeesText(gst)} as GST. ${clientName}’s wallet does not change.`
    : `${fees} will be booked as fees. ${clientName}’s wallet does not change.`
}

function ChargeEvidence({ charge, lines, beside }: { charge: DeskCharge; lines: ReactNode; beside: ReactNode }) {
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
      {lines}
      <Columns>
        <Payment charge={charge} />
        <Block
          title="Charged"
          amounts
          facts={[
            amountFact('Amount', amount),
            amountFact('GST', gst),
            { term: 'Due', value: dueDate === undefined ? 'No date' : formatDate(dueDate) },
          ]}
        >
          <Note>{description}</Note>
        </Block>
      </Columns>
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
    <Block
      title="Payment"
      facts={[
        copyFact('Transaction ID', transactionId, 'Copy transaction ID', 'Transaction ID copied'),
        copyFact('Reference in the QR code', reference, 'Copy reference', 'Reference copied'),
        { term: 'Reported on', value: <DateTime at={paymentDate} /> },
        { term: 'Remarks', value: remarks ?? 'None' },
      ]}
    />
  )
}
