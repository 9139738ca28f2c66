import { ErrorState } from '@sauda/ui/error-state'
import { Stack } from '@sauda/ui/stack'
import { Landmark } from 'lucide-react'
import { useState } from 'react'
import { BankForm } from '../bank/bank-form.tsx'
import { useProfile } from '../profile/profile.api.ts'
import { FieldSkeletons } from '../shell/field-skeletons.tsx'
import { Screen } from '../shell/screen.tsx'

export default function BankDetails() {
  const profile = useProfile()
  const [updated, setUpdated] = useState(false)
  return (
    <Screen
      title="Bank Accounts"
      icon={<Landmark aria-hidden="true" />}
      description="We pay withdrawals only to this bank account."
      success={updated ? 'Bank Details Updated' : undefined}
    >
      {profile.data ? (
        <BankForm saved={profile.data.bankDetails} onUpdated={setUpdated} />
      ) : profile.isPending ? (
        <Stack gap={6}>
          <FieldSkeletons count={3} label="Loading..." />
        </Stack>
      ) : (
        <ErrorState title="Your bank details could not be loaded" query={profile} />
      )}
    </Screen>
  )
}
