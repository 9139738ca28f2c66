import type { ChargeStatus } from '@sauda/contract/money/charge'
import type { DocumentStatus, KycStatus } from '@sauda/contract/client/kyc'
import type { LoanStatus } from '@sauda/contract/money/loan'
import type { MailStatus } from '@sauda/contract/core/mail'
import { rupeesText } from '@sauda/contract/platform/money'
import { type BankConfidence, type BankFinding, bankFindings, confidenceLabels } from '@sauda/contract/core/queue'
import type { SettingStatus } from '@sauda/contract/client/setting'
import { StatusPill, type StatusTone } from '@sauda/ui/badge'
import { formatAge, formatDateTime, isJustNow } from '@sauda/web/date-time'
import { sentence } from '@sauda/ui/sentence'
import { useNow } from '@sauda/web/hooks'

/** A component that shows a status as a pill. */
export function statusPill<Status extends string>(statuses: Readonly<Record<Status, readonly [StatusTone, string]>>) {
  return function Pill({ status }: { status: Status }) {
    const [tone, text] = statuses[status]
    return <StatusPill tone={tone}>{text}</StatusPill>
  }
}

export const ClientPill = statusPill<KycStatus>({
  UNVERIFIED: ['neutral', 'Not verified'],
  PENDING: ['warn', 'Pending'],
  VERIFIED: ['success', 'Verified'],
  REVOKED: ['warn', 'Revoked'],
})

export const ClosurePill = statusPill<'open' | 'closed'>({
  open: ['warn', 'Being closed'],
  closed: ['neutral', 'Closed'],
})

export const DocumentPill = statusPill<DocumentStatus>({
  missing: ['neutral', 'Not uploaded'],
  waiting: ['warn', 'Pending'],
  accepted: ['success', 'Accepted'],
  refused: ['error', 'Re-upload requested'],
})

export const LoanPill = statusPill<LoanStatus>({
  pending: ['warn', 'Pending'],
  admin_approved: ['info', 'Offered'],
  approved: ['success', 'Active'],
  closed: ['neutral', 'Repaid'],
  rejected: ['error', 'Rejected'],
})

export const ChargePill = statusPill<ChargeStatus | 'reversed'>({
  PENDING: ['neutral', 'Not paid'],
  PAID: ['warn', 'Pending'],
  APPROVED: ['success', 'Paid'],
  REJECTED: ['error', 'Payment rejected'],
  CANCELLED: ['neutral', 'Cancelled'],
  reversed: ['error', 'Returned by bank'],
})

export const SettingPill = statusPill<SettingStatus>({
  requested: ['warn', 'Requested'],
  in_force: ['success', 'Active'],
  refused: ['error', 'Rejected'],
  replaced: ['neutral', 'Replaced'],
})

export const mailStates: Readonly<Record<MailStatus, readonly [StatusTone, string]>> = {
  stuck: ['error', 'Delayed'],
  queued: ['warn', 'Queued'],
  sent: ['success', 'Sent'],
}
export const MailPill = statusPill(mailStates)

/** Whether an imported statement has the payment, or what speaks for it. */
export function BankPill({
  bank: { finding, confidence, amount },
}: {
  /** `amount`: rupees in the bank, where it differs. */
  bank: { finding: BankFinding; confidence?: BankConfidence | undefined; amount?: number | undefined }
}) {
  const doubt = confidence && confidence !== 'exact' ? confidenceLabels[confidence] : undefined
  const tone = {
    found: doubt ? 'info' : 'success',
    differs: 'error',
    notYet: 'neutral',
  } as const
  const inBank = amount === undefined ? '' : `: bank ${rupeesText(amount)}`
  return <StatusPill tone={tone[finding]}>{doubt ?? `${bankFindings[finding]}${inBank}`}</StatusPill>
}

export function Age({ since }: { since: string }) {
  const now = useNow()
  return (
    <time dateTime={since} title={formatDateTime(since)} className="tabular">
      {formatAge(since, now)}
    </time>
  )
}

export function PendingAge({ since, isOverdue }: { since: string; isOverdue: boolean }) {
  const isNew = isJustNow(since, useNow())
  return (
    <>
      {isOverdue && <StatusPill tone="error">Overdue</StatusPill>}
      <span>{isNew ? 'Received just now' : sentence('Pending for {age}', { age: <Age since={since} /> })}</span>
    </>
  )
}
