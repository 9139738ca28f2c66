import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Stack } from '@sauda/ui/stack'
import { appToast } from '../shell/toast.ts'
import { Landmark } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'
import { useNavigate } from 'react-router'
import { useDraft } from '../shell/draft.ts'
import { LogInFirst } from '../shell/screen.tsx'
import { Screen } from '../shell/screen.tsx'
import { isComplete, useSession } from '../shell/session.ts'
import { useBusy } from '@sauda/web/hooks'
import { useUpdateBankDetails } from './bank.api.ts'
import { BankFieldRow } from './bank-field.tsx'
import { bankFields, saveError } from './bank.rules.ts'

const empty = { accountHolderName: '', accountNumber: '', ifsc: '' }

/** Checks nothing: the server checks the formats (section 5). */
export default function VerifyBankDetails() {
  const isLoggedIn = isComplete(useSession())
  return (
    <Screen title="Verify Bank Details" icon={<Landmark />} description="We pay withdrawals only to this bank account.">
      {isLoggedIn ? <Form /> : <LogInFirst>Log in so that we know whose bank details these are.</LogInFirst>}
    </Screen>
  )
}

function Form() {
  const navigate = useNavigate()
  const [values, setValues] = useDraft('verify bank', empty)
  const [failure, setFailure] = useState('')
  const { mutateAsync: update } = useUpdateBankDetails()
  const [busy, run] = useBusy()
  const filled = bankFields.every((field) => values[field].trim() !== '')

  const send = async (isMounted: () => boolean) => {
    setFailure('')
    try {
      const { notes = [] } = (await update(values)) ?? {}
      appToast.success('Bank Details Updated')
      for (const note of notes) appToast.info(note)
      if (isMounted()) await navigate('/account/profile')
    } catch (error) {
      appToast.error('Error while updating bank details!')
      setFailure(saveError(error))
    }
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (filled) void run(send)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={6}>
        {failure && <AlertBanner tone="error">{failure}</AlertBanner>}
        {bankFields.map((field) => (
          <BankFieldRow
            key={field}
            field={field}
            value={values[field]}
            onText={(text) => setValues((now) => ({ ...now, [field]: text }))}
            readOnly={busy}
          />
        ))}
        <Button type="submit" full loading={busy} disabled={!filled}>
          Verify Bank Details
        </Button>
      </Stack>
    </form>
  )
}
