import { useParams } from 'react-router'
import { ChargeReview } from '../charge/charge-review.tsx'
import { useCharge } from '../charge/charge.api.ts'
import { ChargesTable } from '../charge/charges-table.tsx'
import { Beside } from '../client/beside.tsx'
import { CasePage } from '../queue/case.tsx'
import { BankLines } from '../reconciliation/bank-lines.tsx'
import { Block } from '../shell/evidence.tsx'

export function ChargePage() {
  const { chargeId = '' } = useParams()
  const beside = (clientId: string) => (
    <>
      <BankLines paymentId={chargeId} />
      <Beside clientId={clientId}>
        {({ charges }) => (
          <Block title="Charges of this client">
            <ChargesTable charges={charges} openId={chargeId} />
          </Block>
        )}
      </Beside>
    </>
  )
  return (
    <CasePage
      title="Charge"
      kind="charge"
      id={chargeId}
      isPending={({ status }) => status === 'PAID'}
      query={useCharge(chargeId)}
    >
      {(charge, context) => <ChargeReview item={charge} beside={beside(charge.clientId)} context={context} />}
    </CasePage>
  )
}
