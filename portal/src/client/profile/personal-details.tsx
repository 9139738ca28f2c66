import { Loaded } from '@sauda/ui/error-state'
import { sentence } from '@sauda/ui/sentence'
import { Stack } from '@sauda/ui/stack'
import { TextField } from '@sauda/ui/text-field'
import { UserRound } from 'lucide-react'
import { useBrand } from '../../shell/brand.ts'
import { FieldSkeletons } from '@sauda/ui/skeleton'
import { Screen } from '../../shell/screen.tsx'
import { useProfile } from './profile.api.ts'

export default function PersonalDetails() {
  const profile = useProfile()
  const { supportEmail } = useBrand()
  return (
    <Screen title="Personal Details" icon={<UserRound />}>
      <Loaded
        query={profile}
        loading={<FieldSkeletons count={4} label="Loading..." />}
        failed="Your details could not be loaded"
      >
        {({ mobile, email, panNumber, aadhaarNumber }) => (
          <Stack gap={6}>
            <TextField label="Phone" prefix="+91" value={mobile} disabled />
            <TextField label="Email" value={email} disabled />
            <TextField label="PAN card" value={panNumber} hint={hintFor(panNumber)} disabled />
            <TextField label="Aadhar card" value={aadhaarNumber} hint={hintFor(aadhaarNumber)} disabled />
            {supportEmail && (
              <p className="note">
                {sentence('Something not right? Write to {link}.', {
                  link: <a href={`mailto:${supportEmail}`}>{supportEmail}</a>,
                })}
              </p>
            )}
          </Stack>
        )}
      </Loaded>
    </Screen>
  )
}

const hintFor = (value: string) => (value ? undefined : 'Shown here once your documents are verified')
