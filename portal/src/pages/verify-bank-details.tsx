import { Card } from '@sauda/ui/card'
import { FieldSkeletons } from '@sauda/ui/skeleton'
import { Landmark } from 'lucide-react'
import { VerifyForm } from '../money/bank/verify-form.tsx'
import { sentDocuments, useDocuments } from '../client/kyc/kyc.api.ts'
import { VerificationSteps } from '../client/kyc/verification-steps.tsx'
import { useProfile } from '../client/profile/profile.api.ts'
import { Screen } from '../shell/screen.tsx'

const none = { accountHolderName: '', accountNumber: '', ifsc: '' }

/** Has no login check (section 2), so the form is there without a profile too. */
export default function VerifyBankDetails() {
  const { data, isLoading } = useProfile()
  const { documents } = useDocuments()
  return (
    <Screen title="Verify Bank Details" icon={<Landmark />} description="We pay withdrawals only to this bank account.">
      <VerificationSteps current="bank" done={documents ? sentDocuments(documents) : []} />
      <Card>
        {isLoading ? <FieldSkeletons count={3} label="Loading..." /> : <VerifyForm saved={data?.bankDetails ?? none} />}
      </Card>
    </Screen>
  )
}
