import type { ChargeStatus } from '@sauda/contract/charge'
import type { DocumentStatus, KycStatus } from '@sauda/contract/kyc'
import type { LoanStatus } from '@sauda/contract/loan'
import type { SettingStatus } from '@sauda/contract/setting'
import type { RequestStatus } from '@sauda/contract/wallet'
import { StatusPill, type StatusTone } from '@sauda/ui/badge'

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
})

export const DocumentPill = statusPill<DocumentStatus>({
  missing: ['neutral', 'Not uploaded'],
  waiting: ['warn', 'Pending'],
  accepted: ['success', 'Accepted'],
  refused: ['error', 'Re-upload requested'],
})

export const RequestPill = statusPill<RequestStatus>({
  pending: ['warn', 'Pending'],
  approved: ['success', 'Approved'],
  rejected: ['error', 'Rejected'],
})

export const LoanPill = statusPill<LoanStatus>({
  pending: ['warn', 'Pending'],
  admin_approved: ['info', 'Offered'],
  approved: ['success', 'Active'],
  closed: ['neutral', 'Repaid'],
  rejected: ['error', 'Rejected'],
})

export const ChargePill = statusPill<ChargeStatus>({
  PENDING: ['neutral', 'Not paid'],
  PAID: ['warn', 'Pending'],
  APPROVED: ['success', 'Paid'],
  REJECTED: ['error', 'Payment rejected'],
})

export const SettingPill = statusPill<SettingStatus>({
  requested: ['warn', 'Requested'],
  in_force: ['success', 'Active'],
  refused: ['error', 'Rejected'],
  replaced: ['neutral', 'Replaced'],
})
