import { paiseOf } from '@sauda/contract/money'
import { StatusPill } from '@sauda/ui/badge'
import { DescriptionList } from '@sauda/ui/description-list'
import { ErrorState } from '@sauda/ui/error-state'
import { LightDialog } from '@sauda/ui/light-dialog'
import { Money } from '@sauda/ui/money'
import { SkeletonText } from '@sauda/ui/skeleton'
import { Stack } from '@sauda/ui/stack'
import { Timeline } from '@sauda/ui/timeline'
import { useLast } from '../shell/use-last.ts'
import styles from './transaction-dialog.module.css'
import { infoOf, statusLabel, statusTones, stepsOf, typeWords } from './transaction-words.ts'
import { useTimeline, type WalletTimeline } from './wallet.api.ts'

interface TransactionDialogProps {
  /** Undefined: closed. */
  transactionId: string | undefined
  onClose: () => void
}

/** One request: where it stands, who acts next and what was said. */
export function TransactionDialog({ transactionId, onClose }: TransactionDialogProps) {
  const request = useTimeline(useLast(transactionId))
  return (
    <LightDialog
      open={transactionId !== undefined}
      onOpenChange={onClose}
      title={request.data ? `${typeWords[request.data.type]} ${request.data.transactionId}` : 'Transaction'}
    >
      {request.data ? (
        <Detail request={request.data} />
      ) : request.isPending ? (
        <SkeletonText label="Loading..." lines={5} />
      ) : (
        <ErrorState
          title="This transaction could not be loaded"
          onRetry={() => void request.refetch()}
          retrying={request.isFetching}
        >
          Nothing was changed. Check your connection and try again.
        </ErrorState>
      )}
    </LightDialog>
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
      <div className={styles.head}>
        <Money amount={paiseOf(amount)} size="large" />
        <StatusPill tone={statusTones[status]}>{statusLabel(request)}</StatusPill>
        <p>{infoOf(request)}</p>
      </div>
      <Timeline label="What happened" steps={stepsOf(request)} />
      {facts.length > 0 && <DescriptionList items={facts} />}
    </Stack>
  )
}
