import { Camera, Plus, Settings } from 'lucide-react'
import { useState } from 'react'
import { Button, buttonClass, IconButton } from '../src/button.tsx'
import { Card } from '../src/card.tsx'
import { Checkbox, Switch } from '../src/checkbox.tsx'
import { Combobox } from '../src/combobox.tsx'
import { FilePicker } from '../src/file-picker.tsx'
import { OtpField } from '../src/otp-field.tsx'
import { PasswordField } from '../src/password-field.tsx'
import { RadioGroup } from '../src/radio-group.tsx'
import { Select } from '../src/select.tsx'
import { Row, Stack } from '../src/stack.tsx'
import { TextField } from '../src/text-field.tsx'
import { Textarea } from '../src/textarea.tsx'

export function Controls() {
  return (
    <Stack gap={6}>
      <Buttons />
      <div className="gallery-grid">
        <Fields />
        <Choices />
        <Codes />
      </div>
    </Stack>
  )
}

function Buttons() {
  const [busy, setBusy] = useState(false)
  return (
    <Card title="Buttons">
      <Row>
        <Button onClick={() => setBusy(!busy)}>Add fund</Button>
        <Button variant="secondary">Withdraw</Button>
        <Button variant="ghost">Cancel</Button>
        <Button variant="danger">Reject</Button>
        <a className={buttonClass('secondary')} href="#controls">
          A link
        </a>
      </Row>
      <Row>
        <Button loading>Log in</Button>
        <Button variant="secondary" loading>
          Retake
        </Button>
        <Button variant="danger" loading>
          Reject
        </Button>
        <Button loading={busy} loadingText="Accepting..." onClick={() => setBusy(true)} data-testid="busy">
          Accept the loan
        </Button>
        <Button disabled>Log in</Button>
        <Button variant="secondary" disabled>
          Retake
        </Button>
        <Button variant="ghost" disabled>
          Cancel
        </Button>
      </Row>
      <Row>
        <Button size="small" icon={<Plus size={16} aria-hidden="true" />}>
          Small
        </Button>
        <Button size="small" variant="secondary">
          +₹500
        </Button>
        <Button size="small" variant="secondary">
          +₹1,000
        </Button>
        <IconButton label="Settings" icon={<Settings aria-hidden="true" />} />
        <IconButton outlined label="Change photo" icon={<Camera aria-hidden="true" />} />
        <IconButton disabled label="Not now" icon={<Camera aria-hidden="true" />} />
      </Row>
    </Card>
  )
}

function Fields() {
  const [mobile, setMobile] = useState('98765 43210')
  return (
    <Card title="Fields">
      <TextField label="Email Address" type="email" placeholder="you@example.in" autoComplete="email" />
      <TextField label="Mobile Number" prefix="+91" value={mobile} onChange={(e) => setMobile(e.target.value)} />
      <TextField
        label="Amount"
        prefix="₹"
        inputMode="decimal"
        error="Minimum add fund amount is ₹100"
        defaultValue="50"
      />
      <TextField label="Executive Name" optional hint="The person who told you about us." />
      <TextField label="PAN card" value="ABCDE1234F" disabled readOnly />
      <PasswordField label="Password" autoComplete="current-password" defaultValue="Secret-123" />
      <PasswordField label="Confirm Password" noun="confirmation" error="Passwords do not match" />
      <Textarea label="Reason" hint="The client reads this." />
      <Select
        label="Document"
        options={[
          { value: 'pan', label: 'PAN card' },
          { value: 'aadhaar', label: 'Aadhaar card' },
        ]}
      />
      <Finds />
    </Card>
  )
}

const cities = ['Bengaluru', 'Chennai', 'Kolkata', 'Mumbai', 'New Delhi', 'Pune']

function Finds() {
  const [city, pick] = useState<string | null>('Mumbai')
  const [text, search] = useState('')
  const found = cities.filter((each) => each.toLowerCase().includes(text.toLowerCase()))
  return (
    <Combobox
      label="City"
      placeholder="Type to find"
      value={city}
      onPick={pick}
      items={found}
      onSearch={search}
      keyOf={(each) => each}
      textOf={(each) => each}
      renderItem={(each) => each}
      note={found.length === 0 ? 'No city matches' : ''}
      hint="Arrows, Enter, Escape."
    />
  )
}

function Choices() {
  const [segment, setSegment] = useState<string>('add')
  const [reason, setReason] = useState<string | null>('blurred')
  return (
    <Card title="Choices">
      <div>
        <Checkbox label="I accept the terms and the privacy policy" defaultChecked />
        <Checkbox label="Not chosen" />
        <Checkbox label="I accept the terms" error="Accept the terms to continue" />
        <Checkbox label="Closed" disabled />
        <Switch label="Equity" defaultChecked />
        <Switch label="Currency" />
      </div>
      <RadioGroup
        label="Fund"
        look="segmented"
        options={[
          { value: 'add', label: 'Add Fund' },
          { value: 'withdraw', label: 'Withdraw Fund' },
        ]}
        value={segment}
        onValueChange={setSegment}
      />
      <RadioGroup
        label="Why is it refused?"
        options={[
          { value: 'blurred', label: 'Not readable', note: 'Part of the card is blurred or cut off.' },
          { value: 'other', label: 'Another document' },
          { value: 'closed', label: 'Closed', disabled: true },
        ]}
        value={reason}
        onValueChange={setReason}
      />
    </Card>
  )
}

function Codes() {
  const [code, setCode] = useState('')
  const [done, setDone] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const sample = new File([new Uint8Array(734_003)], 'pan-front.jpg', { type: 'image/jpeg' })
  return (
    <Card title="Codes and files">
      <OtpField
        label="One-time code"
        value={code}
        onValueChange={setCode}
        onComplete={setDone}
        hint={done ? `Complete: ${done}` : 'Sent to you@example.in'}
      />
      <OtpField label="Wrong code" value="123" onValueChange={() => {}} error="Please enter the OTP" />
      <OtpField label="Closed code" value="123456" onValueChange={() => {}} disabled />
      <FilePicker
        label="Front of PAN card"
        accept="image/*"
        file={file}
        onFile={setFile}
        hint="JPEG or PNG, up to 5 MB."
      />
      <FilePicker label="Front of Aadhaar card" file={sample} onFile={setFile} />
      <FilePicker label="Refused file" file={null} onFile={setFile} error="Only images can be uploaded" />
    </Card>
  )
}
