import { useParams } from 'react-router'
import { Beside } from '../client/beside.tsx'
import { LoanReview } from '../loan/loan-review.tsx'
import { useLoan } from '../loan/loan.api.ts'
import { LoansTable } from '../loan/loans-table.tsx'
import { CasePage } from '../queue/case.tsx'
import { Block } from '../shell/evidence.tsx'
import { ClientMoney } from '../wallet/money-strip.tsx'

export function LoanPage() {
  const { loanId = '' } = useParams()
  const beside = (clientId: string) => (
    <Beside clientId={clientId}>
      {(client) => (
        <>
          <ClientMoney {...client} openId={loanId} />
          {client.loans.length > 1 && (
            <Block title="Loans of this client">
              <LoansTable loans={client.loans} openId={loanId} />
            </Block>
          )}
        </>
      )}
    </Beside>
  )
  return (
    <CasePage
      title="Loan"
      kind="loan"
      id={loanId}
      isPending={({ status }) => status === 'pending'}
      query={useLoan(loanId)}
    >
      {(loan, context) => <LoanReview item={loan} beside={beside(loan.clientId)} context={context} />}
    </CasePage>
  )
}
