import { payoutCalls } from '@sauda/contract/banking/payout'
import { Payments } from '../../shell/confirm-dialog.tsx'
import { FormDialog, reasonField, type DialogState } from '../../shell/form-dialog.tsx'
import type { Batch } from './payout.api.ts'
import { confirmedOf } from './releasers.tsx'
import { sumText } from './payout.text.ts'

export const CancelBatch = ({ batch, ...dialog }: DialogState & { batch: Batch }) => (
  <FormDialog
    {...dialog}
    call={payoutCalls.cancel}
    params={{ batchId: batch._id }}
    empty={{ reason: '' }}
    title={`Cancel ${batch.name}`}
    description={`For a file that the bank did not take. ${sumText(batch.open)} will be pending outside a batch again, so first make sure that the bank pays nothing from this file.`}
    fields={[
      { own: <Payments payments={confirmedOf(batch.payouts.filter(({ status }) => status === 'pending'))} /> },
      reasonField(),
    ]}
    action="Request cancellation"
    variant="danger"
    done={`${batch.name} cancelled`}
  />
)
