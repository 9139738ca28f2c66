import { paiseOf } from '@sauda/contract/money'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { DescriptionList } from '@sauda/ui/description-list'
import { Dialog } from '@sauda/ui/dialog'
import { appToast } from '@sauda/ui/toast'
import { errorMessage } from '@sauda/web/api-error'
import { withReplay } from '@sauda/web/idempotent'
import { discardPendingRequests } from '../shell/api.ts'
import { useMe } from '../shell/me.ts'
import { effectOf, isOwn } from './adjustment-words.ts'
import { useDecideAdjustment, type Adjustment, type AdjustmentVerdict } from './ledger.api.ts'

const verdictWords = {
  approve: { title: 'Approve this adjustment', button: 'Approve adjustment' },
  refuse: { title: 'Reject this adjustment', button: 'Reject adjustment' },
  takeBack: { title: 'Cancel this adjustment request', button: 'Cancel request' },
}

interface AdjustmentDialogProps {
  adjustment: Adjustment
  verdict: AdjustmentVerdict
  open: boolean
  onClose: () => void
}

/** The last look before an adjustment is booked or refused. */
export function AdjustmentDialog({ adjustment, verdict, open, onClose }: AdjustmentDialogProps) {
  const myId = useMe().data?._id
  const send = useDecideAdjustment(adjustment)
  const { kind, amount, clientName, reason, requestedBy } = adjustment
  const isApproval = verdict === 'approve'
  const words = isApproval
    ? verdictWords.approve
    : isOwn(adjustment, myId)
      ? verdictWords.takeBack
      : verdictWords.refuse
  const close = () => {
    send.reset()
    discardPendingRequests()
    onClose()
  }
  const decide = () =>
    send.mutate(verdict, {
      onSuccess: (decided) => {
        const message = isApproval ? 'Adjustment booked. The client has been notified' : 'Nothing was booked'
        appToast.success(withReplay('submitted', decided, message))
        close()
      },
    })
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      busy={send.isPending}
      title={words.title}
      description={
        isApproval
          ? `${effectOf(kind, paiseOf(amount))} ${clientName} will get the reason by e-mail.`
          : 'No money moves.'
      }
      action={
        <Button variant={isApproval ? 'primary' : 'danger'} loading={send.isPending} onClick={decide}>
          {words.button}
        </Button>
      }
    >
      <DescriptionList
        items={[
          { term: 'Client', value: clientName },
          { term: 'Reason', value: reason },
          { term: 'Requested by', value: requestedBy },
        ]}
      />
      {send.error && <AlertBanner tone="error">{errorMessage(send.error, 'the client’s page')}</AlertBanner>}
    </Dialog>
  )
}
