import { useParams } from 'react-router'
import { BankLines, useBankReference } from '../reconciliation/bank-lines.tsx'
import { ClientMoney } from '../wallet/client-money.tsx'
import { RequestReview } from '../wallet/request-review.tsx'
import { useRequest, type Request } from '../wallet/wallet.api.ts'
import { Beside } from './beside.tsx'
import { Panes } from './panes.tsx'
import { useCase } from './use-case.tsx'

/** A deposit or a withdrawal beside the queue. */
export function RequestPage() {
  const { transactionId = '' } = useParams()
  const query = useRequest(transactionId)
  return (
    <Panes what="Request" right="client.read" openId={transactionId} query={query}>
      {(request) => <OpenRequest key={transactionId} request={request} />}
    </Panes>
  )
}

function OpenRequest({ request }: { request: Request }) {
  const { _id, clientId, takenBy } = request
  const shared = useCase({ id: _id, takenBy })
  const bankReference = useBankReference(_id)
  const beside = (
    <>
      <BankLines paymentId={_id} />
      <Beside clientId={clientId}>{(client) => <ClientMoney {...client} openId={_id} />}</Beside>
    </>
  )
  return <RequestReview request={request} beside={beside} bankReference={bankReference} {...shared} />
}
