import { Verified } from '@sauda/ui/badge'
import { Card } from '@sauda/ui/card'
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
          <Stack>
            <Card>
              <Grid min="18rem">
                <TextField label="Phone" prefix="+91" value={mobile} hint={changeLink('phone')} disabled />
                <TextField label="Email" value={email} hint={changeLink('email')} disabled />
                <TextField label="PAN card" value={panNumber} {...stateOf(panNumber)} disabled />
                <TextField label="Aadhar card" value={aadhaarNumber} {...stateOf(aadhaarNumber)} disabled />
              </Grid>
            </Card>
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

const changeLink = (what: string) => (
  <Link to="/account/security">
    Change<span className="visually-hidden"> {what}</span>
  </Link>
)

const stateOf = (number: string) =>
  number ? { suffix: <Verified /> } : { hint: 'Shown here once your documents are verified' }
