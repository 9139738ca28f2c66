import { paiseOf } from '@sauda/contract/platform/money'
import { Button } from '@sauda/ui/button'
import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { Grid, Stack } from '@sauda/ui/stack'
import { TextField } from '@sauda/ui/text-field'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { rewriteInput } from '@sauda/ui/dom'
import { useDraft } from '../../shell/draft.ts'
import { UpiPanel } from '../../shell/upi-panel.tsx'
import { utrError, utrTyped } from './fund-rules.ts'
import type { PaymentRequest } from './wallet.api.ts'
import { walletText } from './wallet.text.ts'

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
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const invalid = utrError(text)
    setError(invalid)
    if (!invalid) onPay(text)
  }
  return (
    <section>
      <Stack>
        <div>
          <button type="button" className="bare icon-text soft reach" onClick={onBack} disabled={busy}>
            <ArrowLeft size={18} aria-hidden="true" />
            Back to Add Fund
          </button>
        </div>
        <h2 ref={heading} tabIndex={-1} className="xl">
          {sentence(walletText.payAmount, { amount: <Money amount={paiseOf(request.amount)} /> })}
        </h2>
        <Grid min="20rem" gap={8} align="start">
          <Stack>
            <h3 className="md">
              <span className="faint block medium">Step 1</span> Scan the QR code or copy the UPI ID
            </h3>
            <UpiPanel {...request} link={request.upiLink} />
          </Stack>
          <Stack as="form" onSubmit={submit} noValidate>
            <h3 className="md">
              <span className="faint block medium">Step 2</span> After paying, press Pay Now
            </h3>
            <p className="soft">Pay Now takes no money. It tells us you’ve paid.</p>
            <TextField
              label="UTR"
              optional
              hint="12 digits, in your UPI app. It helps us credit you sooner."
              error={error}
              value={text}
              onChange={(event) => {
                setText(rewriteInput(event, utrTyped))
                setError(undefined)
              }}
              inputMode="numeric"
              autoComplete="off"
              disabled={busy}
            />
            <Button type="submit" full loading={busy}>
              Pay Now
            </Button>
          </Stack>
        </Grid>
      </Stack>
    </section>
  )
}
