import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { Stack } from '@sauda/ui/stack'
import { Shield } from 'lucide-react'
import { useState } from 'react'
import { logOut } from '../auth/auth.api.ts'
import { ChangePassword } from '../auth/change-password.tsx'
import { TwoStep } from '../auth/two-step.tsx'
import { useProfile } from '../profile/profile.api.ts'
import { Sessions } from '../session/sessions.tsx'
import { Screen } from '../shell/screen.tsx'

export default function Security() {
  const [changing, setChanging] = useState(false)
  const email = useProfile().data?.email ?? ''
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
        <TwoStep />
        <Card title="Where you are logged in">
          <Sessions onLogOut={logOut} />
        </Card>
      </Stack>
      <ChangePassword open={changing} email={email} onClose={() => setChanging(false)} />
    </Screen>
  )
}
