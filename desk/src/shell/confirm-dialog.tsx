import { formatRupees, paiseOf } from '@sauda/contract/platform/money'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Dialog } from '@sauda/ui/dialog'
import { Money } from '@sauda/ui/money'
import { errorMessage } from '@sauda/web/api-error'
import type { UseMutationResult } from '@tanstack/react-query'
import { useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { Lines, twoLines, Warnings, type Warning } from './lines.tsx'
import styles from './confirm-dialog.module.css'
import { countText } from './format.ts'

/** A payment that the action concerns. */
export interface ConfirmedPayment {
  key: string
  /** The payer or payee. */
  payee: string
  /** For example the number of the request and the masked account. */
  detail: string
  /** Rupees. */
  amount: number
}

interface ConfirmDialogProps {
  open: boolean
  title: string
  sentence: string
  action: string
  warnings?: readonly Warning[]
  /** Named with their number and total. */
  payments?: readonly ConfirmedPayment[]
  variant?: 'primary' | 'danger'
  isSending: boolean
  loadingText?: string
  error?: Error | null
  /** Where to look before repeating a request whose outcome is unknown. */
  checkAt?: string
  onConfirm: () => void
  onClose: () => void
  children?: ReactNode
  /** By default, focus returns to the previous element. */
  finalFocus?: RefObject<HTMLElement | null>
}

/** Before an action on several payments, or one started from a list. Enter confirms, Escape goes back. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, sentence, action, warnings = [], payments, isSending, onConfirm, onClose, finalFocus } = props
  const button = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      busy={isSending}
      title={title}
      initialFocus={button}
      {...(finalFocus && { finalFocus })}
      action={
        <Button
          ref={button}
          variant={props.variant ?? 'primary'}
          loading={isSending}
          loadingText={props.loadingText ?? 'Sending'}
          onKeyDown={ignoreRepeat}
          onClick={onConfirm}
        >
          {action}
        </Button>
      }
      cancelLabel="Go back"
    >
      <p className={styles.sentence}>{sentence}</p>
      {payments && payments.length > 0 && <Payments payments={payments} />}
      <Warnings title="Please check" warnings={warnings} />
      {props.children}
      {props.error && <AlertBanner tone="error">{errorMessage(props.error, props.checkAt)}</AlertBanner>}
    </Dialog>
  )
}

type Change<Input, Result> = Pick<UseMutationResult<Result, Error, Input>, 'mutate' | 'reset' | 'isPending' | 'error'>

/** The state of a dialog that confirms a change: it closes once the change is made. */
export function useConfirm<Input, Result>({ mutate, reset, isPending, error }: Change<Input, Result>) {
  const [open, setOpen] = useState(false)
  return {
    ask: () => setOpen(true),
    send: (input: Input, onDone: (result: Result) => void) => {
      if (isPending) return
      const onSuccess = (result: Result) => {
        setOpen(false)
        onDone(result)
      }
      mutate(input, { onSuccess })
    },
    dialog: {
      open,
      isSending: isPending,
      error,
      onClose: () => {
        reset()
        setOpen(false)
      },
    },
  }
}

/** "2 payments, ₹1,500.00 in total". */
function paymentsText(payments: readonly Pick<ConfirmedPayment, 'amount'>[]): string {
  const total = payments.reduce((sum, { amount }) => sum + paiseOf(amount), 0n)
  const count = countText(payments.length, 'payment')
  return payments.length === 1 ? `${count}, ${formatRupees(total)}` : `${count}, ${formatRupees(total)} in total`
}

/** Scrolls if there are many; all payees are in it. */
export const Payments = ({ payments }: { payments: readonly ConfirmedPayment[] }) => (
  <Lines>
    <strong>{paymentsText(payments)}</strong>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach what scrolls */}
    <ul className={styles.payments} aria-label="Payments" tabIndex={0}>
      {payments.map(({ key, payee, detail, amount }) => (
        <li key={key}>
          {twoLines(payee, detail, true)}
          <Money amount={paiseOf(amount)} />
        </li>
      ))}
    </ul>
  </Lines>
)

/** A repeated Enter that opened the dialog must not confirm it. */
function ignoreRepeat(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault()
}
