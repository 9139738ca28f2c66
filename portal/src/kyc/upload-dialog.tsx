import { Dialog } from '@sauda/ui/dialog'
import { DocumentFlow } from './document-flow.tsx'

/** The modal variant; nothing but its own Close closes it, so that no photo is lost by a slip. */
export function UploadDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} title="Verify Your Documents" blocking>
      <DocumentFlow confirmLabel="Confirm Upload" onClose={onClose} />
    </Dialog>
  )
}
