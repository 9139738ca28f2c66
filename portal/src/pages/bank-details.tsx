import { Loaded } from '@sauda/ui/error-state'
import { Landmark } from 'lucide-react'
import { useState } from 'react'
import { BankForm } from '../money/bank/bank-form.tsx'
import { useProfile } from '../client/profile/profile.api.ts'
import { FieldSkeletons } from '@sauda/ui/skeleton'
import { Screen } from '../shell/screen.tsx'

export default function BankDetails() {
  const profile = useProfile()
  const [updated, setUpdated] = useState(false)
  return (
    <Screen
      title="Bank Accounts"
      icon={<Landmark />}
      description="We pay withdrawals only to this bank account."
      success={updated ? 'Bank Details Updated' : undefined}
    >
      <Loaded
        query={profile}
        loading={<FieldSkeletons count={3} label="Loading..." />}
        failed="Your bank details could not be loaded"
      >
        {({ bankDetails, isHolderVerified = false }) => (
          <BankForm saved={bankDetails} isHolderVerified={isHolderVerified} onUpdated={setUpdated} />
        )}
      </Loaded>
    </Screen>
  )
}
