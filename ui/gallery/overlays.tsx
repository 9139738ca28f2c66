import { LogOut, MoreHorizontal, User } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../src/button.tsx'
import { Card } from '../src/card.tsx'
import { Dialog } from '../src/dialog.tsx'
import { IconButton } from '../src/icon-button.tsx'
import { Kbd } from '../src/kbd.tsx'
import { Menu, MenuItem, MenuSeparator } from '../src/menu.tsx'
import { OtpField } from '../src/otp-field.tsx'
import { Row } from '../src/stack.tsx'
import { TabNav } from '../src/tab-nav.tsx'
import { Tabs } from '../src/tabs.tsx'
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
        <Menu trigger={<IconButton outlined label="More actions" icon={<MoreHorizontal aria-hidden="true" />} />}>
          <MenuItem icon={<User aria-hidden="true" />} keys={<Kbd>P</Kbd>} link={<a href="#overlays">.</a>}>
            Profile
          </MenuItem>
          <MenuItem disabled>Closed</MenuItem>
          <MenuSeparator />
          <MenuItem danger icon={<LogOut aria-hidden="true" />}>
            Log out
          </MenuItem>
        </Menu>
      </Row>
      <Dialog
        open={open === 'plain'}
        onOpenChange={close}
        title="Reset Password"
        description="We will mail you a code."
        footer={<Button onClick={close}>Send OTP</Button>}
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
      <Tabs
        label="Positions"
        items={[
          { value: 'open', label: 'Positions', content: 'No open positions.' },
          { value: 'orders', label: 'Orders', content: 'No sell orders found.' },
          { value: 'closed', label: 'Closed', content: '', disabled: true },
        ]}
      />
      <TabNav label="Wallet">
        <a href="#fund" aria-current="page">
          Fund
        </a>
        <a href="#history">Transaction History</a>
      </TabNav>
    </Card>
  )
}
