import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { Stack } from '@sauda/ui/stack'
import { Shield } from 'lucide-react'
import { useState } from 'react'
import { logOut } from '../auth/auth.api.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { ChangePassword } from '../auth/change-password.tsx'
import { ClientPasskeys } from '../auth/passkeys.tsx'
import { TwoStep } from '../auth/two-step.tsx'
import { useProfile } from '../profile/profile.api.ts'
import { OwnSessions } from '../session/own-sessions.tsx'
import { Screen } from '../shell/screen.tsx'
import { useSession } from '../shell/session.ts'

const ChangeContact = lazyPart(() => import('../auth/change-contact.tsx').then((module) => module.ChangeContact))

export default function Security() {
  const [changing, setChanging] = useState(false)
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
        <Card
          title="Password"
          aside={
            <Button variant="secondary" onClick={() => setChanging(true)}>
              Change
              <span className="visually-hidden"> password</span>
            </Button>
          }
        />
        <ChangeContact email={email} onChanged={() => void profile.refetch()} />
        <ClientPasskeys />
        <TwoStep />
        <Card title="Where you are logged in">
          <OwnSessions onLogOut={logOut} />
        </Card>
      </Stack>
      <ChangePassword open={changing} email={email} onClose={() => setChanging(false)} />
    </Screen>
  )
}
