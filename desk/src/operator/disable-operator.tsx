import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Dialog } from '@sauda/ui/dialog'
import { appToast } from '@sauda/ui/toast'
import { useState } from 'react'
import { errorMessage } from '@sauda/web/api-error'
import { useDisableOperator } from './operator.api.ts'

interface Leaving {
  _id: string
  name: string
}

/** Asks before an operator is kept out. */
export function DisableOperator({ operator, onClose }: { operator: Leaving | null; onClose: () => void }) {
  const disable = useDisableOperator()
  // The name stays while the dialog closes.
  const [shown, show] = useState(operator)
  if (operator && operator !== shown) show(operator)
  const close = () => {
    disable.reset()
    onClose()
  }
  return (
    <Dialog
      open={operator !== null}
      onOpenChange={(open) => !open && close()}
      busy={disable.isPending}
      title={`Disable ${shown?.name ?? ''}`}
      description="They are logged out now and can no longer log in. Their actions stay in the audit trail."
      action={
        <Button
          variant="danger"
          loading={disable.isPending}
          onClick={() =>
            operator &&
            disable.mutate(operator._id, {
              onSuccess: () => {
                appToast.success(`${operator.name} is disabled`)
                close()
              },
            })
          }
        >
          Disable
        </Button>
      }
    >
      {disable.error && <AlertBanner tone="error">{errorMessage(disable.error)}</AlertBanner>}
    </Dialog>
  )
}
