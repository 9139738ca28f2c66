import { paiseOf } from '@sauda/contract/platform/money'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { Money } from '@sauda/ui/money'
import { Grid, Row, Stack } from '@sauda/ui/stack'
import { RewrittenField } from '@sauda/ui/rewritten-field'
import { ArrowLeft } from 'lucide-react'
import { useIsPhone } from '@sauda/web/hooks'
import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react'
import { useDraft } from '../../shell/draft.ts'
import { UpiPanel } from '../../shell/upi-panel.tsx'
import styles from './fund.module.css'
import { utrError, utrTyped } from './fund-rules.ts'
import type { PaymentRequest } from './wallet.api.ts'

interface PayViewProps {
  request: PaymentRequest
  busy: boolean
  onBack: () => void
  onPay: (utr: string) => void
}

export function PayView({ request, busy, onBack, onPay }: PayViewProps) {
  const [text, setText] = useDraft(`utr ${request.reference}`, '')
  const [error, setError] = useState<string>()
  const heading = useRef<HTMLHeadingElement>(null)
  const isPhone = useIsPhone()
  const form = useId()
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const invalid = utrError(text)
    setError(invalid)
    if (invalid) document.getElementById(form)?.querySelector('input')?.focus()
    else onPay(text)
  }
  const payNow = (
    <Button type="submit" form={form} full loading={busy}>
      Pay Now
    </Button>
  )
  return (
    <section>
      <Stack>
        <div>
          <button type="button" className="bare icon-text soft reach" onClick={onBack} disabled={busy}>
            <ArrowLeft size={18} aria-hidden="true" />
            Back to Add Fund
          </button>
        </div>
        <h2 ref={heading} tabIndex={-1}>
          <span className="soft md medium">Pay</span>{' '}
          <Money amount={paiseOf(request.amount)} size="hero" className="block" />
        </h2>
        <Grid two="wide">
          <Card title={<Step name="Step 1">Scan the QR code or copy the UPI ID</Step>}>
            <UpiPanel {...request} link={request.upiLink} />
          </Card>
          <Card title={<Step name="Step 2">After paying, press Pay Now</Step>}>
            <Stack as="form" id={form} onSubmit={submit} noValidate>
              <p className="soft">Pay Now takes no money. It tells us you’ve paid.</p>
              <RewrittenField
                label="UTR"
                optional
                hint="12 digits, in your UPI app. It helps us credit you sooner."
                error={error}
                value={text}
                rewrite={utrTyped}
                onText={(typed) => {
                  setText(typed)
                  setError(undefined)
                }}
                inputMode="numeric"
                autoComplete="off"
                disabled={busy}
              />
              {!isPhone && payNow}
            </Stack>
          </Card>
        </Grid>
        {isPhone && (
          <Row tight className={styles.paid}>
            <span className="medium">I have paid</span>
            {payNow}
          </Row>
        )}
      </Stack>
    </section>
  )
}

function Step({ name, children }: { name: string; children: string }) {
  return (
    <>
      <span className="faint block sm medium">{name}</span> {children}
    </>
  )
}
