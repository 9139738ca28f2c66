import { useParams } from 'react-router'
import { BankLines } from '../reconciliation/bank-lines.tsx'
import { ChargesTable } from '../charge/charges-table.tsx'
import { ChargeReview } from '../charge/charge-review.tsx'
import { useCharge, type DeskCharge } from '../charge/charge.api.ts'
import { CasePage, useCase } from '../queue/case.tsx'
import { Beside } from '../client/beside.tsx'
import { Block } from '../shell/evidence.tsx'

export function ChargePage() {
  const { chargeId = '' } = useParams()
  const query = useCharge(chargeId)
  return (
    <CasePage
      failed="This charge could not be loaded"
      what="Charge"
      right="client.read"
      openId={chargeId}
      query={query}
    >
      {(charge) => <OpenCharge key={chargeId} charge={charge} />}
    </CasePage>
  )
}

function OpenCharge({ charge }: { charge: DeskCharge }) {
  const { _id, clientId } = charge
  const context = useCase({ ...charge, kind: 'charge', id: _id, isPending: charge.status === 'PAID' })
  const beside = (
    <>
      <BankLines paymentId={_id} />
      <Beside clientId={clientId}>
        {({ charges }) => (
          <Block title="Charges of this client">
            <ChargesTable charges={charges} openId={_id} />
          </Block>
        )}
      </Beside>
    </>
  )
  return <ChargeReview charge={charge} beside={beside} context={context} />
}
