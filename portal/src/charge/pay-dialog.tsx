import { chargeErrors, type Charge } from '@sauda/contract/charge'
import { paiseOf } from '@sauda/contract/money'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { sentence } from '@sauda/ui/sentence'
import { Dialog } from '../shell/dialog.tsx'
import { Money } from '@sauda/ui/money'
import { Stepper } from '@sauda/ui/stepper'
import { TextField } from '@sauda/ui/text-field'
import { useState, type RefObject, type SubmitEvent } from 'react'
import { ApiError } from '../shell/api-error.ts'
import { useKept } from '../shell/kept.ts'
import { noAnswer } from '../shell/send-once.ts'
import { appToast } from '../shell/toast.ts'
import { UpiPanel } from '../shell/upi-panel.tsx'
import { useBusy, type Busy } from '../shell/use-busy.ts'
import { useLast } from '../shell/use-last.ts'
import { proofOf } from './charge-words.ts'
import { usePayCharge } from './charge.api.ts'
import styles from './charges.module.css'

interface PayDialogProps {
  /** Undefined: closed. */
  charge: Charge | undefined
  upiId: string
  upiName: string
  onClose: () => void
  /** Where the focus goes after a payment, when the button that opened this is gone. */
  paidFocus: RefObject<HTMLElement | null>
}

/** Step 1: scan and pay. Step 2: enter payment details. */
export function PayDialog(props: PayDialogProps) {
  const shown = useLast(props.charge)
  return shown && <Paying key={shown._id} {...props} shown={shown} />
}

/** What was typed outlives a closed dialog and a look back at the QR. */
function Paying({ charge, shown, upiId, upiName, onClose, paidFocus }: PayDialogProps & { shown: Charge }) {
  const [step, setStep] = useState(1)
  const [paid, setPaid] = useState(false)
  const [transactionId, setTransactionId] = useKept(`charge ${shown._id} transaction`, '')
  const [remarks, setRemarks] = useKept(`charge ${shown._id} remarks`, '')
  const pending = useBusy()
  const close = () => {
    setStep(1)
    setPaid(false)
    onClose()
  }
  const done = () => {
    setTransactionId('')
    setRemarks('')
    close()
    setPaid(true)
  }
  return (
    <Dialog
      open={charge !== undefined}
      onOpenChange={close}
      busy={pending[0]}
      title={sentence('Pay {amount}', { amount: <Money amount={paiseOf(shown.total)} /> })}
      description={`${shown.chargeType} · ${shown.description}`}
      onBack={step === 2 ? () => setStep(1) : undefined}
      {...(paid && { finalFocus: paidFocus })}
    >
      <div className={styles.form}>
        <Stepper step={step} of={2} label={step === 1 ? 'Scan and pay' : 'Enter payment details'} />
        {step === 1 ? (
          <>
            <UpiPanel link={shown.upiLink} upiId={upiId} upiName={upiName} reference={shown.reference} />
            <Button full onClick={() => setStep(2)}>
              I have paid
            </Button>
          </>
        ) : (
          <Details
            chargeId={shown._id}
            {...{ pending, transactionId, setTransactionId, remarks, setRemarks }}
            onDone={done}
          />
        )}
      </div>
    </Dialog>
  )
}

interface DetailsProps {
  chargeId: string
  pending: Busy
  transactionId: string
  setTransactionId: (text: string) => void
  remarks: string
  setRemarks: (text: string) => void
  onDone: () => void
}

function Details({ chargeId, pending, transactionId, setTransactionId, remarks, setRemarks, onDone }: DetailsProps) {
  const [isMissing, setMissing] = useState(false)
  const [fault, setFault] = useState<string>()
  const [busy, run] = pending
  const pay = usePayCharge()

  const send = async () => {
    setFault(undefined)
    try {
      appToast.success((await pay(chargeId, proofOf(transactionId, remarks))).message)
      onDone()
    } catch (error) {
      setFault(words(error))
    }
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const isEmpty = transactionId.trim() === ''
    setMissing(isEmpty)
    if (!isEmpty) void run(send)
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {fault && <AlertBanner tone="error">{fault}</AlertBanner>}
      <TextField
        label="Transaction ID"
        hint="Your payment app shows it with the payment, often as UTR"
        error={isMissing && chargeErrors.idNeeded.message}
        value={transactionId}
        onChange={(event) => {
          setTransactionId(event.target.value)
          setMissing(false)
        }}
        maxLength={64}
        autoComplete="off"
        spellCheck={false}
        required
        disabled={busy}
      />
      <TextField
        label="Remarks"
        optional
        value={remarks}
        onChange={(event) => setRemarks(event.target.value)}
        maxLength={200}
        autoComplete="off"
        disabled={busy}
      />
      <Button type="submit" full loading={busy}>
        Submit Payment
      </Button>
    </form>
  )
}

/** The server's message if present, else the specified sentence; silence says what it means for the payment. */
function words(error: unknown): string {
  if (error instanceof ApiError && error.said) return error.said
  const isSilence = error instanceof ApiError && error.kind !== 'refused'
  return `Payment failed. Please try again.${isSilence ? ` ${noAnswer}` : ''}`
}
