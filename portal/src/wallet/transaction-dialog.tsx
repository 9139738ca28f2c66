import { paiseOf } from '@sauda/contract/money'
import { StatusPill } from '@sauda/ui/badge'
import { DescriptionList } from '@sauda/ui/description-list'
import { ErrorState } from '@sauda/ui/error-state'
import { Money } from '@sauda/ui/money'
import { SkeletonText } from '@sauda/ui/skeleton'
import { Stack } from '@sauda/ui/stack'
import { Timeline } from '@sauda/ui/timeline'
import { Dialog, useLast } from '@sauda/ui/dialog'
import styles from './transaction-history.module.css'
import { infoOf, statusLabel, statusTones, stepsOf } from './transaction.ts'
import { useTimeline, type WalletTimeline } from './wallet.api.ts'
import { typeLabels } from './wallet.text.ts'

interface TransactionDialogProps {
  /** Undefined: closed. */
  transactionId: string | undefined
  onClose: () => void
}

/** One request: its status, its steps and its references. */
export function TransactionDialog({ transactionId, onClose }: TransactionDialogProps) {
  const request = useTimeline(useLast(transactionId))
  return (
    <Dialog
      open={transactionId !== undefined}
      onOpenChange={onClose}
      title={request.data ? `${typeLabels[request.data.type]} ${request.data.transactionId}` : 'Transaction'}
    >
      {request.data ? (
        <Detail request={request.data} />
      ) : request.isPending ? (
        <SkeletonText label="Loading..." lines={5} />
      ) : (
        <ErrorState title="This transaction could not be loaded" query={request} />
      )}
    </Dialog>
  )
}

function Detail({ request }: { request: WalletTimeline }) {
  const { status, amount, reference, utr, bankReference } = request
  const facts = [
    ['Reference', reference],
    ['UTR', utr],
    ['Bank reference', bankReference],
  ].flatMap(([term = '', value]) => (value === undefined ? [] : [{ term, value }]))
  return (
    <Stack gap={6}>
      <div className={styles.dialogHead}>
        <Money amount={paiseOf(amount)} size="large" />
        <StatusPill tone={statusTones[status]}>{statusLabel(request)}</StatusPill>
        <p>{infoOf(request)}</p>
      </div>
      <Timeline label="What happened" steps={stepsOf(request)} />
      {facts.length > 0 && <DescriptionList items={facts} />}
    </Stack>
  )
}
