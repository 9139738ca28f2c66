import { Card } from '@sauda/ui/card'
import { FieldSkeletons } from '@sauda/ui/skeleton'
import { Landmark } from 'lucide-react'
import { sentDocuments, useDocuments } from '../client/kyc/kyc.api.ts'
import { VerificationSteps } from '../client/kyc/verification-steps.tsx'
import { useProfile } from '../client/profile/profile.api.ts'
import { Screen, LogInFirst } from '../shell/screen.tsx'
import { bankTexts } from '@sauda/contract/money/bank'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Stack } from '@sauda/ui/stack'
import { appToast } from '../shell/toast.ts'
import { useState, type SubmitEvent } from 'react'
import { useNavigate } from 'react-router'
import { useDraft } from '../shell/draft.ts'
import { isComplete, useSession } from '../shell/session.ts'
import { useBusy } from '@sauda/web/hooks'
import { useUpdateBankDetails, type BankDetails, bankFields, saveError } from '../money/bank/bank.api.ts'
import { BankFieldRow } from '../money/bank/bank-field.tsx'

const none = { accountHolderName: '', accountNumber: '', ifsc: '' }

/** Has no login check (section 2), so the form is there without a profile too. */
export default function VerifyBankDetails() {
  const { data, isLoading } = useProfile()
  const { documents } = useDocuments()
  return (
    <Screen title="Verify Bank Details" icon={<Landmark />} description="We pay withdrawals only to this bank account.">
      <VerificationSteps current="bank" done={documents ? sentDocuments(documents) : []} />
      <Card>
        {isLoading ? (
          <FieldSkeletons count={3} label="Loading..." />
        ) : (
          <VerifyForm saved={data?.bankDetails ?? none} name={data?.name} />
        )}
      </Card>
    </Screen>
  )
}

/** Checks nothing: the server checks the formats (section 5). */
function VerifyForm({ saved, name }: { saved: BankDetails; name: string | undefined }) {
  const navigate = useNavigate()
  const isLoggedIn = isComplete(useSession())
  const [edits, setEdits] = useDraft<Partial<BankDetails>>('verify bank', {})
  const [failure, setFailure] = useState('')
  const [isLoginMissing, setLoginMissing] = useState(false)
  const { mutateAsync: update } = useUpdateBankDetails()
  const [busy, run] = useBusy()
  const values = { ...saved, ...edits }
  const filled = bankFields.every((field) => values[field].trim() !== '')
  const isChange = saved.accountNumber !== '' && bankFields.some((field) => values[field] !== saved[field])

  const send = async (isMounted: () => boolean) => {
    setFailure('')
    try {
      const { notes = [] } = (await update(values)) ?? {}
      appToast.success('Bank Details Updated')
      for (const note of isChange ? [bankTexts.pause, ...notes] : notes) appToast.info(note)
      if (isMounted()) await navigate('/account/profile')
    } catch (error) {
      appToast.error('Error while updating bank details!')
      setFailure(saveError(error))
    }
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!filled) return
    setLoginMissing(!isLoggedIn)
    if (isLoggedIn) void run(send)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={6}>
        {isLoginMissing && (
          <LogInFirst>Nothing was saved. Log in so that we know whose bank details these are.</LogInFirst>
        )}
        {failure && <AlertBanner tone="error">{failure}</AlertBanner>}
        {bankFields.map((field) => (
          <BankFieldRow
            key={field}
            field={field}
            value={values[field]}
            onText={(text) => setEdits((now) => ({ ...now, [field]: text }))}
            readOnly={busy}
            {...(field === 'accountHolderName' && name && { hint: `As in your bank records; it must match ${name}` })}
          />
        ))}
        {isChange && <AlertBanner>{bankTexts.pause}</AlertBanner>}
        <Button type="submit" full loading={busy} disabled={!filled}>
          Verify Bank Details
        </Button>
      </Stack>
    </form>
  )
}
