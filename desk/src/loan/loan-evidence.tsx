import { paiseOf } from '@sauda/contract/money'
import type { LoanTerms } from '@sauda/contract/loan'
import { sentence } from '@sauda/ui/sentence'
import type { ReactNode } from 'react'
import { Block, Evidence, Note } from '../shell/evidence.tsx'
import { DateTime } from '@sauda/web/date-time-text'
import type { DeskLoan } from './loan.api.ts'
import { Running } from './running.tsx'
import { Schedule, TermFigures } from './terms.tsx'
import type { TypedTerms } from './typed-terms.ts'

interface LoanEvidenceProps {
  loan: DeskLoan
  /** Of the offer being typed; absent while none is. */
  typed: TypedTerms | undefined
  /** The client's money and other loans. */
  beside: ReactNode
}

/** The terms, typed or agreed, what is paid of them, and what else is known of the client. */
export function LoanEvidence({ loan, typed, beside }: LoanEvidenceProps) {
  const terms = loan.status === 'pending' ? typed?.terms : loan.terms
  const [what, amount] = heroOf(loan, terms)
  return (
    <Evidence
      what={what}
      amount={amount}
      beside={<span>{sentence('Requested on {time}', { time: <DateTime at={loan.createdAt} /> })}</span>}
    >
      {loan.outstanding !== undefined && <Running loan={loan} />}
      {terms && (
        <Block title={loan.status === 'pending' ? `Loan terms shown to ${loan.clientName}` : 'Terms'}>
          <TermFigures terms={terms} />
        </Block>
      )}
      {loan.status === 'pending' && typed?.note && <Note>{typed.note}</Note>}
      {beside}
      {terms && (
        <Block title="Repayment schedule">
          <Schedule terms={terms} />
        </Block>
      )}
    </Evidence>
  )
}

/** What the first figure is, and how much. */
function heroOf({ status, outstanding, repaid }: DeskLoan, terms: LoanTerms | undefined): [string, bigint | undefined] {
  if (status === 'approved' && outstanding !== undefined) return ['Outstanding per schedule', paiseOf(outstanding)]
  if (status === 'closed' && repaid !== undefined) return ['Repaid', paiseOf(repaid)]
  return terms ? ['Total payable', paiseOf(terms.totalPayable)] : ['Loan request (amount not specified)', undefined]
}
