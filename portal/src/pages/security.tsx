import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { ErrorState } from '@sauda/ui/error-state'
import { Grid, Panel, Row, Stack } from '@sauda/ui/stack'
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

const logins = [
  { name: 'Password', dialog: 'password' },
  { name: 'Email', dialog: 'email' },
  { name: 'Mobile', dialog: 'mobile' },
] as const

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
      <Grid min="26rem" align="start">
        <Stack>
          <TwoStep onOpen={setDialog} />
          <Panel as="ul" className="lines">
            {logins.map(({ name, dialog: opens }) => (
              <Row as="li" key={opens} tight justify="between" className="entry">
                <span className="medium">
                  {name}
                  {opens !== 'password' && (
                    <span className="note block regular">{profile.data?.[opens] ?? '\u00a0'}</span>
                  )}
                </span>
                <Button variant="secondary" size="small" onClick={() => setDialog(opens)}>
                  Change
                  <span className="visually-hidden"> {opens}</span>
                </Button>
              </Row>
            ))}
            {profile.isError && !profile.data && (
              <Row as="li" tight className="entry">
                <ErrorState look="line" title="Your email and mobile could not be loaded." query={profile} />
              </Row>
            )}
          </Panel>
          <ClientPasskeys />
        </Stack>
        <Card title="Where you are logged in">
          <OwnSessions onLogOut={logOut} />
        </Card>
      </Grid>
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
