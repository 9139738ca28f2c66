import { Verified } from '@sauda/ui/badge'
import { Loaded } from '@sauda/ui/error-state'
import { sentence } from '@sauda/ui/sentence'
import { FieldSkeletons } from '@sauda/ui/skeleton'
import { Grid, Stack } from '@sauda/ui/stack'
import { TextField } from '@sauda/ui/text-field'
import { UserRound } from 'lucide-react'
import { Link } from 'react-router'
import { useBrand } from '../../shell/brand.ts'
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
            <Grid two="wide" gap={6} align="start">
              <TextField label="Phone" prefix="+91" value={mobile} disabled />
              <TextField label="Email" value={email} disabled />
              <TextField label="PAN card" value={panNumber} {...stateOf(panNumber)} disabled />
              <TextField label="Aadhar card" value={aadhaarNumber} {...stateOf(aadhaarNumber)} disabled />
            </Grid>
            <p className="note">
              {sentence('Change your phone or email in {security}.', {
                security: <Link to="/account/security">Security</Link>,
              })}{' '}
              {supportEmail &&
                sentence('Something not right? Write to {link}.', {
                  link: <a href={`mailto:${supportEmail}`}>{supportEmail}</a>,
                })}
            </p>
          </Stack>
        )}
      </Loaded>
    </Screen>
  )
}

const stateOf = (number: string) =>
  number ? { suffix: <Verified /> } : { hint: 'Shown here once your documents are verified' }
