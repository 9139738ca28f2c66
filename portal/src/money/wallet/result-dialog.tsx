import { formatRupees } from '@sauda/contract/platform/money'
import { Button, buttonClass } from '@sauda/ui/button'
import { AmountText } from '@sauda/ui/money'
import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { useRef, type RefObject } from 'react'
import { Link } from 'react-router'
import { Dialog, useLast } from '@sauda/ui/dialog'
import styles from './fund.module.css'
import { useTimeline } from './wallet.api.ts'
import { walletText } from './wallet.text.ts'
import { walletErrors, type RequestType } from '@sauda/contract/money/wallet'
import { ApiError, errorMessage, isRejection } from '@sauda/web/api-error'
import { replayText } from '@sauda/web/idempotent'
import { useNow } from '@sauda/web/hooks'
import { expectedOf } from '@sauda/web/request-steps'

/** Success: received. Error: rejected or not confirmed. Info: not sent, or received before. */
export type Result = {
  readonly kind: 'Success' | 'Error' | 'Info'
  readonly message: string
  /** Nothing was sent. */
  readonly isCheck?: true
  readonly detail?: string | undefined
  /** A withdrawal: how much, and to which account. */
  readonly sent?: { readonly paise: bigint; readonly account: string } | undefined
  /** The request whose timeline can be opened. */
  readonly transactionId?: string | undefined
}

type Reply = { message?: string; replayedAt?: string | undefined; transaction?: { _id: string } }

export function success(type: RequestType, reply: Reply): Result {
  const { message, transaction } = reply
  const replay = replayText('received', reply)
  return {
    kind: replay ? 'Info' : 'Success',
    message: message || walletText[type].done,
    ...(replay && { detail: `${replay}.` }),
    ...(transaction && { transactionId: transaction._id }),
  }
}

/** The request arrived earlier, from here or from another tab: not a failure. */
export function alreadySent(): Result {
  return { kind: 'Info', message: walletErrors.intentUsed.message }
}

/** The specified sentence, then the server's reason, or what an unconfirmed request means for the money. */
export function failure(type: RequestType, error: unknown): Result {
  return {
    kind: 'Error',
    message: walletText[type].failed,
    detail: isRejection(error) ? error.serverMessage : errorMessage(error, 'Recent activity'),
  }
}

/** No deposit was requested, whatever became of the call. */
export function notStarted(error: unknown): Result {
  const reason = isRejection(error) ? error.serverMessage : undefined
  return { kind: 'Error', message: walletText.added.failed, detail: reason ?? walletText.notStarted }
}

export function serverMessage(error: unknown): string | undefined {
  return error instanceof ApiError ? error.serverMessage : undefined
}

const icons = { Success: [CircleCheck, 'gain'], Error: [CircleAlert, 'loss'], Info: [Info, styles.info] } as const

interface ResultDialogProps {
  result: Result | undefined
  onClose: () => void
  /** Gets the focus after a request; a mere check of the form returns the focus to where it was. */
  finalFocus: RefObject<HTMLElement | null>
}

export function ResultDialog({ result, onClose, finalFocus }: ResultDialogProps) {
  const { kind, message, detail, sent, transactionId, isCheck }: Result = useLast(result) ?? {
    kind: 'Info',
    message: '',
  }
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
          {kind}
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
      {...(!isCheck && { finalFocus })}
    >
      {detail && <p>{detail}</p>}
      {sent && <Sent {...sent} transactionId={transactionId} />}
    </Dialog>
  )
}

interface SentProps extends NonNullable<Result['sent']> {
  transactionId: string | undefined
}

/** What was requested, and when it will be paid. */
function Sent({ paise, account, transactionId }: SentProps) {
  const request = useTimeline(transactionId).data
  const now = useNow()
  const expected = request && expectedOf(request, now)
  return (
    <p>
      <AmountText>{walletText.withdrawTo(formatRupees(paise), account)}</AmountText>
      {expected && ` · ${expected}`}
    </p>
  )
}
