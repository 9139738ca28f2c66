import { paiseOf } from '@sauda/contract/money'
import { Button } from '@sauda/ui/button'
import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { TextField } from '@sauda/ui/text-field'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { retype } from '@sauda/ui/retype'
import { useKept } from '../shell/kept.ts'
import { UpiPanel } from '../shell/upi-panel.tsx'
import { utrFault, utrTyped } from './utr.ts'
import styles from './pay-view.module.css'
import type { Intent } from './wallet.api.ts'

interface PayViewProps {
  intent: Intent
  busy: boolean
  onBack: () => void
  onPay: (utr: string) => void
}

/** Two steps: pay in the payment app, then say so here. */
export function PayView({ intent, busy, onBack, onPay }: PayViewProps) {
  const [text, setText] = useKept(`utr ${intent.reference}`, '')
  const [fault, setFault] = useState<string>()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const wrong = utrFault(text)
    setFault(wrong)
    if (!wrong) onPay(text)
  }
  return (
    <section className={styles.view}>
      <button type="button" className={styles.back} onClick={onBack} disabled={busy}>
        <ArrowLeft aria-hidden="true" />
        Back to Add Fund
      </button>
      <h2 ref={heading} tabIndex={-1}>
        {sentence('Pay {amount}', { amount: <Money amount={paiseOf(intent.amount)} /> })}
      </h2>
      <div className={styles.steps}>
        <div className={styles.step}>
          <h3>
            <span>Step 1</span> Scan the QR code or copy the UPI ID
          </h3>
          <UpiPanel {...intent} link={intent.upiLink} />
        </div>
        <form className={styles.step} onSubmit={submit} noValidate>
          <h3>
            <span>Step 2</span> After paying, press Pay Now
          </h3>
          <p className={styles.lead}>
            Pay Now takes no money. It tells us to look for your payment; your wallet is credited once we have found it
            in our bank.
          </p>
          <TextField
            label="UTR"
            optional
            hint="The 12 digits your payment app shows for this payment. With them we find it sooner."
            error={fault}
            value={text}
            onChange={(event) => {
              setText(retype(event, utrTyped))
              setFault(undefined)
            }}
            inputMode="numeric"
            autoComplete="off"
            disabled={busy}
          />
          <Button type="submit" full loading={busy}>
            Pay Now
          </Button>
        </form>
      </div>
    </section>
  )
}
