import { Button } from '@sauda/ui/button'
import { Dialog } from '../shell/dialog.tsx'
import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import type { RefObject } from 'react'
import { useLast } from '../shell/use-last.ts'
import type { Result } from './result.ts'
import styles from './result-dialog.module.css'

const icons = { Success: CircleCheck, Error: CircleAlert, Info }

interface ResultDialogProps {
  /** Undefined: closed. */
  result: Result | undefined
  onClose: () => void
  /** Where the focus goes after a request; what was only said leaves it where it was. */
  finalFocus: RefObject<HTMLElement | null>
}

/** How a request went: Success, Error or Info, and OK. */
export function ResultDialog({ result, onClose, finalFocus }: ResultDialogProps) {
  const { kind, message, detail } = useLast(result) ?? { kind: 'Info', message: '' }
  const Icon = icons[kind]
  return (
    <Dialog
      open={result !== undefined}
      onOpenChange={onClose}
      title={
        <span className={`${styles.title} ${styles[kind] ?? ''}`}>
          <Icon aria-hidden="true" />
          {kind}
        </span>
      }
      description={message}
      footer={<Button onClick={onClose}>OK</Button>}
      {...(kind !== 'Info' && { finalFocus })}
    >
      {detail && <p>{detail}</p>}
    </Dialog>
  )
}
