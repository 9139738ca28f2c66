import { useParams } from 'react-router'
import { LoanReview } from '../loan/loan-review.tsx'
import { useLoan, type DeskLoan } from '../loan/loan.api.ts'
import { LoansTable } from '../loan/loans-table.tsx'
import { Block } from '../shell/evidence.tsx'
import { ClientMoney } from '../wallet/client-money.tsx'
import { CasePage, useCase } from '../queue/case.tsx'
import { Beside } from '../client/beside.tsx'

export function LoanPage() {
  const { loanId = '' } = useParams()
  const query = useLoan(loanId)
  return (
    <CasePage failed="This loan could not be loaded" what="Loan" right="client.read" openId={loanId} query={query}>
      {(loan) => <OpenLoan key={loanId} loan={loan} />}
    </CasePage>
  )
}

function OpenLoan({ loan }: { loan: DeskLoan }) {
  const { _id, clientId } = loan
  const context = useCase({ ...loan, kind: 'loan', id: _id, isPending: loan.status === 'pending' })
  const beside = (
    <Beside clientId={clientId}>
      {(client) => (
        <>
          <ClientMoney {...client} openId={_id} />
          {client.loans.length > 1 && (
            <Block title="Loans of this client">
              <LoansTable loans={client.loans} openId={_id} />
            </Block>
          )}
        </>
      )}
    </Beside>
  )
  return <LoanReview loan={loan} beside={beside} context={context} />
}
