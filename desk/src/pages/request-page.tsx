import { useParams } from 'react-router'
import { Beside } from '../client/beside.tsx'
import { CasePage } from '../queue/case.tsx'
import { BankLines, useBankFacts } from '../reconciliation/bank-lines.tsx'
import { ClientMoney } from '../wallet/money-strip.tsx'
import { RequestReview } from '../wallet/request-review.tsx'
import { useRequest } from '../wallet/wallet.api.ts'

export function RequestPage() {
  const { transactionId = '' } = useParams()
  const bank = useBankFacts(transactionId)
  const beside = (clientId: string) => (
    <>
      <BankLines paymentId={transactionId} />
      <Beside clientId={clientId}>{(client) => <ClientMoney {...client} openId={transactionId} />}</Beside>
    </>
  )
  return (
    <CasePage
      title="Request"
      kind={({ type }) => (type === 'added' ? 'deposit' : 'withdrawal')}
      id={transactionId}
      isPending={({ status }) => status === 'pending'}
      query={useRequest(transactionId)}
    >
      {(request, context) => (
        <RequestReview item={request} beside={beside(request.clientId)} bank={bank} context={context} />
      )}
    </CasePage>
  )
}
