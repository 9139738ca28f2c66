import { walletCalls } from '@sauda/contract/money/wallet'
import { rupeesText } from '@sauda/contract/platform/money'
import { AmountField } from '@sauda/ui/amount-field'
import { Button } from '@sauda/ui/button'
import { Select } from '@sauda/ui/select'
import { TextField } from '@sauda/ui/text-field'
import type { ReactNode } from 'react'
import { useSeenVersion } from '../../shell/review.tsx'
import { type CaseProps, CaseReview } from '../../shell/case-review.tsx'
import { Check } from '../../shell/evidence.tsx'
import { approveOrReject, checkReason, type Decision } from '../../shell/decision-form.tsx'
import { useIsOwn, useMe } from '../../shell/me.ts'
import { obstacleText } from '../../shell/payers.ts'
import {
  asksAccount,
  type BankFacts,
  checkApproval,
  emptyRequest,
  isFirstOfTwo,
  referenceHint,
  referenceOutcome,
  type RequestDraft,
  summaryOf,
  walletReasons,
  withReference,
} from './decision.ts'
import { RequestEvidence } from './request-evidence.tsx'
import { isCancelled, RequestPill } from './requests-table.tsx'
import { decideRequest, type Request, type RequestDecision } from './wallet.api.ts'

interface RequestReviewProps extends CaseProps<Request> {
  bank: BankFacts
  lines: ReactNode
  wallet: ReactNode
}

export function RequestReview({ item: request, bank, context, ...shown }: RequestReviewProps) {
  const { seen, changed } = useSeenVersion(request.version, context.isStale)
  const isOwn = useIsOwn(request.firstApprovalById)
  const myId = useMe().data?._id
  return (
    <CaseReview
      context={context}
      item={request}
      isPending={({ status }) => status === 'pending'}
      status={<RequestPill request={request} />}
      since={request.createdAt}
      makerId={request.payers ? undefined : request.firstApprovalById}
      evidence={() => (
        <RequestEvidence {...shown} request={request} bank={bank} changed={isOwn ? undefined : changed} />
      )}
      emptyDraft={emptyRequest}
      decision={(shown, draft) => decisionOn(shown, draft, { isOwn, bank, isStale: changed !== false, myId })}
      send={(command: RequestDecision) => decideRequest(request._id, command, seen)}
      // After the first of two approvals it stays in the queue.
      staysPending={({ status }) => status === 'pending'}
      outcome={isCancelled(request) ? 'Cancelled by the client.' : request.reason && `Reason: “${request.reason}”`}
    />
  )
}

function decisionOn(
  request: Request,
  typed: RequestDraft,
  { isOwn, bank, isStale, myId }: { isOwn: boolean; bank: BankFacts; isStale: boolean; myId: string | undefined },
): Decision<RequestDraft, RequestDecision> {
  const { reference: bankReference, inBank } = bank
  const own = request.payers?.obstacles.find(({ operatorId }) => operatorId === myId)
  const draft = withReference(typed, bankReference)
  const { type, payout } = request
  const batched = payout && `In payout batch ${payout.name}. The bank’s answer file decides whether it is paid.`
  const barred =
    batched ??
    (isOwn
      ? 'You gave the first approval. Another operator must give the second.'
      : isStale
        ? 'Check the changed evidence before you approve.'
        : request.firstApproval !== undefined && own
          ? `${obstacleText(own)}. Another operator must pay this withdrawal.`
          : undefined)
  const { approve, reject } = approveOrReject(type === 'added' ? 'deposit' : 'withdrawal', barred)
  const isPaid = type === 'withdrawal' && !isFirstOfTwo(request)
  return {
    words: {
      approve: isPaid ? { ...approve, label: 'Mark as paid', button: 'Mark as paid' } : approve,
      reject: { ...reject, barred: batched },
    },
    summary: summaryOf(request, draft, isOwn, inBank),
    reasons: walletReasons[type],
    check: (verdict, reason) =>
      verdict === 'approve'
        ? checkApproval(request, draft, bankReference, inBank)
        : checkReason(walletCalls.reject.body, { reason }),
    fields: (errors, change) =>
      !(isFirstOfTwo(request) && type === 'withdrawal') && (
        <>
          <ReferenceField
            request={request}
            value={draft.reference}
            error={errors['reference']}
            bankReference={bankReference}
            onChange={(reference) => change({ reference })}
          />
          {asksAccount(request, draft.reference, bankReference) && (
            <Select
              label="Bank account"
              hint="Choose another one if the money arrived there. An imported bank entry with this reference determines it."
              options={[
                { value: '', label: 'The account that receives deposits' },
                ...(request.bankAccounts ?? []).map(({ _id, name }) => ({ value: _id, label: name })),
              ]}
              value={draft.bankAccountId}
              error={errors['bankAccountId']}
              onChange={(event) => change({ bankAccountId: event.target.value })}
            />
          )}
          {type === 'added' && (
            <details open={inBank !== undefined || draft.received !== '' || undefined}>
              <summary>Amount received, if it differs</summary>
              <AmountField
                label="Amount received"
                hint={`Requested: ${rupeesText(request.amount)}`}
                value={draft.received}
                error={errors['received']}
                onText={(received) => change({ received })}
              />
            </details>
          )}
        </>
      ),
  }
}

interface ReferenceFieldProps {
  request: Request
  value: string
  error: string | undefined
  bankReference: string | undefined
  onChange: (reference: string) => void
}

const ReferenceField = ({ request, value, error, bankReference, onChange }: ReferenceFieldProps) => (
  <>
    <TextField
      label="Reference in the bank statement"
      hint={bankReference === undefined ? referenceHint(request) : 'Found in an imported statement.'}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
    {bankReference !== undefined && value !== bankReference && (
      <Button variant="ghost" size="small" onClick={() => onChange(bankReference)}>
        {`Use ${bankReference} from the statement`}
      </Button>
    )}
    <ReferenceCheck request={request} typed={value} />
  </>
)

function ReferenceCheck({ request, typed }: { request: Request; typed: string }) {
  const isDeposit = request.type === 'added'
  const known = isDeposit ? request.utr : request.firstApprovalReference
  if (known === undefined) return isDeposit ? <Check outcome="unknown">The client entered no UTR.</Check> : null
  const outcome = referenceOutcome(typed, known)
  const source = isDeposit ? 'the UTR the client entered' : `the reference ${request.firstApproval} entered`
  const texts = {
    unknown: `Compared with ${source}.`,
    fits: `Same as ${source}`,
    differs: `Differs from ${source}, ${known}`,
  }
  return <Check outcome={outcome}>{texts[outcome]}</Check>
}
