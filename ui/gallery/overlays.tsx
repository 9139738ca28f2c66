import { useState } from 'react'
import { Button } from '../src/button.tsx'
import { Card } from '../src/card.tsx'
import { Dialog } from '../src/dialog.tsx'
import { OtpField } from '../src/otp-field.tsx'
import { Row } from '../src/stack.tsx'
import { TabNav } from '../src/tab-nav.tsx'
import { TextField } from '../src/text-field.tsx'

type Open = 'plain' | 'blocking' | 'code' | 'wide' | null

export function Overlays() {
  const [open, setOpen] = useState<Open>(null)
  const [code, setCode] = useState('')
  const close = () => setOpen(null)
  return (
    <Card title="Overlays">
      <Row>
        <Button variant="secondary" onClick={() => setOpen('plain')}>
          Open dialog
        </Button>
        <Button variant="secondary" onClick={() => setOpen('blocking')}>
          Open blocking dialog
        </Button>
        <Button variant="secondary" onClick={() => setOpen('code')}>
          Open code dialog
        </Button>
        <Button variant="secondary" onClick={() => setOpen('wide')}>
          Open wide dialog
        </Button>
      </Row>
      <Dialog
        open={open === 'plain'}
        onOpenChange={close}
        title="Reset Password"
        description="We will mail you a code."
        action={<Button onClick={close}>Send OTP</Button>}
      >
        <TextField label="Email" type="email" />
      </Dialog>
      <Dialog
        open={open === 'blocking'}
        blocking
        title="KYC Required"
        description="Please complete your document verification to access the dashboard."
        footer={<Button onClick={close}>Verify Now</Button>}
      />
      <Dialog
        open={open === 'code'}
        onOpenChange={close}
        onBack={close}
        title="Verify OTP"
        description="Enter the 6-digit code sent to you@example.in."
        footer={
          <Button full disabled={code.length < 6}>
            Verify OTP
          </Button>
        }
      >
        <OtpField label="One-time code" value={code} onValueChange={setCode} />
      </Dialog>
      <Dialog
        open={open === 'wide'}
        onOpenChange={close}
        wide
        title="Front of PAN card"
        footer={
          <>
            <Button variant="danger">Reject</Button>
            <Button>Accept</Button>
          </>
        }
      >
        <p>{'A long text shows that the page behind stays where it is and the dialog scrolls. '.repeat(40)}</p>
      </Dialog>
      <TabNav label="Wallet">
        <a href="#fund" aria-current="page">
          Fund
        </a>
        <a href="#history">Transaction History</a>
      </TabNav>
    </Card>
  )
}
