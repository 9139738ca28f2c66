import { Button, buttonClass } from '@sauda/ui/button'
import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { useRef, type RefObject } from 'react'
import { Link } from 'react-router'
import { Dialog, useLast } from '@sauda/ui/dialog'
import styles from './fund.module.css'
import type { Result } from './result.ts'
import { walletText } from './wallet.text.ts'

const icons = { Success: [CircleCheck, 'gain'], Error: [CircleAlert, 'loss'], Info: [Info, styles.info] } as const

interface ResultDialogProps {
  result: Result | undefined
  onClose: () => void
  /** Gets the focus after a request; a mere check of the form returns the focus to where it was. */
  finalFocus: RefObject<HTMLElement | null>
}

export function ResultDialog({ result, onClose, finalFocus }: ResultDialogProps) {
  const { kind, title, message, detail, transactionId } =
    useLast(result) ?? ({ kind: 'Info', message: '' } satisfies Result)
  const heading = useRef<HTMLSpanElement>(null)
  const [Icon, tone] = icons[kind]
  return (
    <Dialog
      open={result !== undefined}
      onOpenChange={onClose}
      // Not OK: a second Enter on the form's button would close the result unread.
      initialFocus={heading}
      title={
        <span ref={heading} tabIndex={-1} className="icon-text">
          <Icon aria-hidden="true" className={tone} />
          {title ?? kind}
        </span>
      }
      description={message}
      footer={
        <>
          {transactionId !== undefined && (
            <Link
              to={`/account/wallet/transaction-history?transaction=${transactionId}`}
              className={buttonClass('secondary')}
              onClick={onClose}
            >
              {walletText.viewTimeline}
            </Link>
          )}
          <Button onClick={onClose}>OK</Button>
        </>
      }
      {...((kind !== 'Info' || title) && { finalFocus })}
    >
      {detail && <p>{detail}</p>}
    </Dialog>
  )
}
