import { chargeErrors, chargeTexts, type Charge } from '@sauda/contract/money/charge'
import { paiseOf } from '@sauda/contract/platform/money'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { sentence } from '@sauda/ui/sentence'
import { Dialog, useLast } from '@sauda/ui/dialog'
import { Money } from '@sauda/ui/money'
import { Stack } from '@sauda/ui/stack'
import { Stepper } from '@sauda/ui/stepper'
import { TextField } from '@sauda/ui/text-field'
import { useState, type RefObject, type SubmitEvent } from 'react'
import { useDraft } from '../../shell/draft.ts'
import { givenText } from '../../shell/given.ts'
import { appToast } from '../../shell/toast.ts'
import { UpiPanel } from '../../shell/upi-panel.tsx'
import { withReplay } from '@sauda/web/idempotent'
import { useBusy } from '@sauda/web/hooks'
import { usePayCharge, paymentError, paymentOf } from './charge.api.ts'
import { chargeText } from './charge.text.ts'

interface PayDialogProps {
  charge: Charge | undefined
  upiId: string
  upiName: string
  onClose: () => void
  /** Gets the focus after a payment, because the button that opened the dialog is gone. */
  paidFocus: RefObject<HTMLElement | null>
}

export function PayDialog(props: PayDialogProps) {
  const shown = useLast(props.charge)
  return shown && <Paying key={shown._id} {...props} shown={shown} />
}

/** The fields are not cleared by closing the dialog or going back. */
function Paying({ charge, shown, upiId, upiName, onClose, paidFocus }: PayDialogProps & { shown: Charge }) {
  const [step, setStep] = useState(1)
  const [isPaid, setPaid] = useState(false)
  const [transactionId, setTransactionId] = useDraft(`charge ${shown._id} transaction`, '')
  const [remarks, setRemarks] = useDraft(`charge ${shown._id} remarks`, '')
  const [isMissing, setMissing] = useState(false)
  const [error, setError] = useState<string>()
  const [busy, run] = useBusy()
  const pay = usePayCharge()
  const back = () => {
    setStep(1)
    setMissing(false)
    setError(undefined)
  }
  const close = () => {
    back()
    setPaid(false)
    onClose()
  }
  const send = async () => {
    setError(undefined)
    try {
      const reply = await pay(shown._id, paymentOf(transactionId, remarks))
      appToast.success(withReplay('submitted', reply, givenText(reply.message, chargeTexts.PAID)))
      setTransactionId('')
      setRemarks('')
      close()
      setPaid(true)
    } catch (caught) {
      setError(paymentError(caught))
    }
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const isEmpty = transactionId.trim() === ''
    setMissing(isEmpty)
    if (!isEmpty) void run(send)
  }
  return (
    <Dialog
      open={charge !== undefined}
      onOpenChange={close}
      busy={busy}
      title={sentence(chargeText.pay, { amount: <Money amount={paiseOf(shown.total)} /> })}
      description={`${shown.chargeType} · ${shown.description}`}
      onBack={step === 2 ? back : undefined}
      {...(isPaid && { finalFocus: paidFocus })}
    >
      <Stack>
        <Stepper step={step} of={2} label={step === 1 ? 'Scan and pay' : 'Enter payment details'} />
        {step === 1 ? (
          <>
            {shown.upiLink === '' ? (
              <AlertBanner>{chargeText.noLink}</AlertBanner>
            ) : (
              <UpiPanel link={shown.upiLink} upiId={upiId} upiName={upiName} reference={shown.reference} />
            )}
            <Button full onClick={() => setStep(2)}>
              I have paid
            </Button>
          </>
        ) : (
          <form onSubmit={submit} noValidate>
            <Stack>
              {error && <AlertBanner tone="error">{error}</AlertBanner>}
              <TextField
                label="Transaction ID"
                hint={chargeText.transactionIdHint}
                error={isMissing && chargeErrors.idNeeded.message}
                value={transactionId}
                onChange={(event) => {
                  setTransactionId(event.target.value)
                  setMissing(false)
                }}
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
            </Stack>
          </form>
        )}
      </Stack>
    </Dialog>
  )
}
