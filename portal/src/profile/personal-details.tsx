import { ErrorState } from '@sauda/ui/error-state'
import { sentence } from '@sauda/ui/sentence'
import { Stack } from '@sauda/ui/stack'
import { TextField } from '@sauda/ui/text-field'
import { UserRound } from 'lucide-react'
import { useBrand } from '../shell/brand.ts'
import { FieldSkeletons } from '../shell/field-skeletons.tsx'
import { Screen } from '../shell/screen.tsx'
import { useProfile } from './profile.api.ts'
import styles from './profile.module.css'
import { profileText } from './profile.text.ts'

export default function PersonalDetails() {
  const profile = useProfile()
  return (
    <Screen title="Personal Details" icon={<UserRound aria-hidden="true" />}>
      {profile.data ? (
        <Stack gap={6}>
          <TextField label="Phone" prefix="+91" value={profile.data.mobile} disabled />
          <TextField label="Email" value={profile.data.email} disabled />
          <ReadOnlyField label="PAN card" value={profile.data.panNumber} />
          <ReadOnlyField label="Aadhar card" value={profile.data.aadhaarNumber} />
          <SupportContact />
        </Stack>
      ) : profile.isPending ? (
        <Stack gap={6}>
          <FieldSkeletons count={4} label="Loading..." />
        </Stack>
      ) : (
        <ErrorState title="Your details could not be loaded" query={profile} />
      )}
    </Screen>
  )
}

function ReadOnlyField({ label, value }: { label: string; value: string }) {
  return <TextField label={label} value={value} hint={value ? undefined : profileText.shownWhenVerified} disabled />
}

function SupportContact() {
  const { supportEmail } = useBrand()
  if (!supportEmail) return null
  return (
    <p className={styles.support}>
      {sentence(profileText.support, {
        link: <a href={`mailto:${supportEmail}`}>{supportEmail}</a>,
      })}
    </p>
  )
}
