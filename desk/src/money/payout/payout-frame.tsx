import { useCan } from '../../shell/me.ts'
import { GroupPage, type PageInGroup } from '../../shell/navigation.tsx'
import { payoutCalls } from '@sauda/contract/money/payout'
import {
  type DialogState,
  FormDialog,
  reasonField,
  needsAdministrator,
  DialogButton,
} from '../../shell/form-dialog.tsx'
import { usePayoutStop } from '../../shell/api.ts'

/** Stops all payouts at once, or requests to resume them. */
export function PayoutStop() {
  const mayStop = useCan()('operator.manage')
  const { data } = usePayoutStop()
  if (!mayStop || !data) return null
  const isStopped = data.stopped !== undefined
  return (
    <DialogButton dialog={(state) => <StopDialog isStopped={isStopped} {...state} />}>
      {isStopped ? 'Resume payouts' : 'Stop all payouts'}
    </DialogButton>
  )
}

const StopDialog = ({ isStopped, ...dialog }: DialogState & { isStopped: boolean }) => (
  <FormDialog
    {...dialog}
    call={isStopped ? payoutCalls.resume : payoutCalls.stop}
    empty={{ reason: '' }}
    title={isStopped ? 'Resume payouts' : 'Stop all payouts'}
    description={
      isStopped
        ? 'Payouts and approvals of withdrawals are possible again once a second administrator has approved this.'
        : 'From now on no withdrawal is approved, no payout batch released or downloaded, and nothing settled. All administrators are notified by e-mail. Clients can still request withdrawals.'
    }
    fields={[reasonField('Shown on every page of the desk and stored in the audit trail.', 3)]}
    action={isStopped ? 'Resume payouts' : 'Stop all payouts'}
    variant={isStopped ? 'primary' : 'danger'}
    done={isStopped ? 'Payouts are resumed' : 'All payouts are stopped'}
    waiting={needsAdministrator}
  />
)

export function PayoutFrame(page: PageInGroup) {
  const can = useCan()
  const may = can('ledger.read')
  return (
    <GroupPage
      right="ledger.read"
      {...page}
      label="Payouts"
      tabs={[
        { to: '/payouts', name: 'Payouts', may, end: true },
        { to: '/payouts/settlement', name: 'Settlement', may: can('wallet.pay') },
        { to: '/payouts/calendar', name: 'Trading calendar', may },
      ]}
    />
  )
}
