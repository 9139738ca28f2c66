import { Button } from '@sauda/ui/button'
import { Dialog } from '../shell/dialog.tsx'

interface OptOutProps {
  open: boolean
  busy: boolean
  onClose: () => void
  onConfirm: () => void
}

/** To want no nominee is a declaration of its own, not an empty form. */
export function OptOut({ open, busy, onClose, onConfirm }: OptOutProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      busy={busy}
      title="No nominee?"
      description="Without a nominee your heirs must prove their claim, often in court, before they receive what you hold. You can name somebody at any time."
      action={
        <Button loading={busy} onClick={onConfirm}>
          Declare no nominee
        </Button>
      }
    />
  )
}
