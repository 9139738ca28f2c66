import type { BankLine } from '@sauda/contract/reconciliation'
import { Button } from '@sauda/ui/button'
import { appToast } from '@sauda/ui/toast'
import { errorMessage } from '@sauda/web/api-error'
import { useCan } from '../shell/me.ts'
import { useApprove } from './reconciliation.api.ts'
import { approvedText, rightFor } from './words.ts'
import styles from './reconciliation.module.css'

/** Approves an exact match in its row; what is less certain is looked at first. */
export function ApproveButton({ line }: { line: BankLine }) {
  const can = useCan()
  const approve = useApprove()
  const { payment, confidence } = line
  if (!payment || confidence !== 'exact' || !can(rightFor[payment.kind])) return null
  return (
    <Button
      className={styles.above}
      size="small"
      variant="secondary"
      data-approve=""
      loading={approve.isPending || approve.isSuccess}
      loadingText="Approving"
      aria-label={`Approve ${payment.name}`}
      onClick={() =>
        approve.mutate(line, {
          onSuccess: ({ waitsForSecond }) => appToast.success(approvedText(line, waitsForSecond)),
          onError: (error) => appToast.error(errorMessage(error)),
        })
      }
    >
      Approve
    </Button>
  )
}
