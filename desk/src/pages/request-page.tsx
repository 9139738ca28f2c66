import { useParams } from 'react-router'
import { BankLines, useBankFacts } from '../reconciliation/bank-lines.tsx'
import { ClientMoney } from '../wallet/client-money.tsx'
import { RequestReview } from '../wallet/request-review.tsx'
import { useRequest, type Request } from '../wallet/wallet.api.ts'
import { CasePage, useCase } from '../queue/case.tsx'
import { Beside } from '../client/beside.tsx'

export function RequestPage() {
  const { transactionId = '' } = useParams()
  const query = useRequest(transactionId)
  return (
    <CasePage
      failed="This request could not be loaded"
      what="Request"
      right="client.read"
      openId={transactionId}
      query={query}
    >
      {(request) => <OpenRequest key={transactionId} request={request} />}
    </CasePage>
  )
}

function OpenRequest({ request }: { request: Request }) {
  const { _id, clientId } = request
  const context = useCase({
    ...request,
    kind: request.type === 'added' ? 'deposit' : 'withdrawal',
    id: _id,
    isPending: request.status === 'pending',
  })
  const bank = useBankFacts(_id)
  const beside = (
    <>
      <BankLines paymentId={_id} />
      <Beside clientId={clientId}>{(client) => <ClientMoney {...client} openId={_id} />}</Beside>
    </>
  )
  return <RequestReview request={request} beside={beside} bank={bank} context={context} />
}
