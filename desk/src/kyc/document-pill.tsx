import type { DocumentStatus, KycStatus } from '@sauda/contract/kyc'
import { statusPill } from '../shell/lines.tsx'

export const DocumentPill = statusPill<DocumentStatus>({
  missing: ['neutral', 'Not uploaded'],
  waiting: ['warn', 'Pending'],
  accepted: ['success', 'Accepted'],
  refused: ['error', 'Re-upload requested'],
})
export const ClientPill = statusPill<KycStatus>({
  UNVERIFIED: ['neutral', 'Not verified'],
  PENDING: ['warn', 'Pending'],
  VERIFIED: ['success', 'Verified'],
})
