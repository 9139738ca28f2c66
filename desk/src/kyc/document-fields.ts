import type { Faults } from './decision.ts'
import type { Draft } from './draft.ts'
import type { Submission } from './kyc.api.ts'

/** What every part of the form about one document is given. */
export interface DocumentFieldsProps {
  submission: Submission
  draft: Draft
  faults: Faults
  onChange: (part: Partial<Draft>) => void
}
