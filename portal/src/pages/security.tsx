import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { Grid, Row, Stack } from '@sauda/ui/stack'
import { Shield } from 'lucide-react'
import { useState } from 'react'
import { logOut } from '../client/auth/auth.api.ts'
import type { SecurityDialog } from '../client/auth/security-dialogs.tsx'
import { useIsActive } from '../shell/activity.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { ClientPasskeys } from '../client/auth/passkeys.tsx'
import { TwoStep } from '../client/auth/two-step.tsx'
import { useProfile } from '../client/profile/profile.api.ts'
import { OwnSessions } from '../core/session/own-sessions.tsx'
import { Screen } from '../shell/screen.tsx'
import { useSession } from '../shell/session.ts'

const SecurityDialogs = lazyPart(() =>
  import('../client/auth/security-dialogs.tsx').then((module) => module.SecurityDialogs),
)

export default function Security() {
  const [dialog, setDialog] = useState<SecurityDialog>()
  const isActive = useIsActive()
  const profile = useProfile()
  const email = profile.data?.email ?? ''
  if (useSession().view)
    return (
      <Screen title="Security" icon={<Shield />}>
        <Card>
          <p>Passwords, passkeys and logins are not shown while you view the account as an operator.</p>
        </Card>
      </Screen>
    )
  return (
    <Screen title="Security" icon={<Shield />}>
      <Stack gap={4}>
        <Grid two="wide">
          <Card
            title="Password"
            aside={
              <Button variant="secondary" onClick={() => setDialog('password')}>
                Change
                <span className="visually-hidden"> password</span>
              </Button>
            }
          />
          <Card title="Email and mobile">
            <Row>
              <Button variant="secondary" onClick={() => setDialog('email')}>
                Change email
              </Button>
              <Button variant="secondary" onClick={() => setDialog('mobile')}>
                Change mobile
              </Button>
            </Row>
          </Card>
          <ClientPasskeys />
          <TwoStep onOpen={setDialog} />
        </Grid>
        <Card title="Where you are logged in">
          <OwnSessions onLogOut={logOut} />
        </Card>
      </Stack>
      {isActive && (
        <SecurityDialogs
          open={dialog}
          email={email}
          onContactChanged={() => void profile.refetch()}
          onClose={() => setDialog(undefined)}
        />
      )}
    </Screen>
  )
}
