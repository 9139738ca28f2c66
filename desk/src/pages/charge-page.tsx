import { useParams } from 'react-router'
import { BankLines } from '../reconciliation/bank-lines.tsx'
import { ChargesTable } from '../charge/charges-table.tsx'
import { ChargeReview } from '../charge/charge-review.tsx'
import { useCharge, type DeskCharge } from '../charge/charge.api.ts'
import { Beside } from './beside.tsx'
import { Panes } from './panes.tsx'
import { Block } from '../shell/evidence.tsx'
import { useCase } from './use-case.tsx'

/** A charge and its payment beside the queue. */
export function ChargePage() {
  const { chargeId = '' } = useParams()
  const query = useCharge(chargeId)
  return (
    <Panes what="Charge" right="client.read" openId={chargeId} query={query}>
      {(charge) => <OpenCharge key={chargeId} charge={charge} />}
    </Panes>
  )
}

function OpenCharge({ charge }: { charge: DeskCharge }) {
  const { _id, clientId, takenBy } = charge
  const shared = useCase({ id: _id, takenBy })
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
  return <ChargeReview charge={charge} beside={beside} {...shared} />
}
