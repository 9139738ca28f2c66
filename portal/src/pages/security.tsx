import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { ErrorState, Loaded } from '@sauda/ui/error-state'
import { Grid, Panel, Row, Stack } from '@sauda/ui/stack'
import { Shield } from 'lucide-react'
import { useState } from 'react'
import { logOut } from '../client/auth/auth.api.ts'
import type { SecurityDialog } from '../client/auth/security-dialogs.tsx'
import { lazyPart, useIsActive } from '../shell/lazy-part.tsx'
import { useProfile } from '../client/profile/profile.api.ts'
import { Screen } from '../shell/screen.tsx'
import { useSession } from '../shell/session.ts'
import { authCalls } from '@sauda/contract/client/auth'
import { Passkeys, type PasskeyCalls } from '@sauda/web/passkeys'
import { standard } from '../shell/api.ts'
import { useClientQuery, useRefetch } from '../shell/query.tsx'
import { savedToast } from '../shell/toast.ts'
import { useRefreshSecurity, useTwoStep } from '../client/auth/security.api.ts'
import { sessionCalls } from '@sauda/contract/core/session'
import { SkeletonText } from '@sauda/ui/skeleton'
import { Sessions } from '@sauda/web/sessions'
import { StatusPill } from '@sauda/ui/badge'
import styles from '../client/auth/auth.module.css'
import { authText } from '../client/auth/auth.text.ts'

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

const calls: PasskeyCalls = {
  start: (password) => standard.send(authCalls.passkeyStart, { body: { password } }),
  add: (body) => standard.send(authCalls.passkeyAdd, { body }),
  remove: (passkeyId, password) =>
    standard.send(authCalls.passkeyRemove, { params: { passkeyId }, body: { password } }),
}

function ClientPasskeys() {
  const { data } = useClientQuery(authCalls.passkeys)
  const refresh = useRefreshSecurity()
  const changed = (message: string) => {
    refresh()
    savedToast(message)
  }
  return <Passkeys passkeys={data} calls={calls} onChanged={changed} />
}

function OwnSessions({ onLogOut }: { onLogOut: () => void }) {
  const refetch = useRefetch()
  const sessions = useClientQuery(sessionCalls.list)
  return (
    <Loaded query={sessions} failed="Your sessions could not be loaded." look="line">
      {(data) => (
        <Sessions
          sessions={data}
          end={(sessionId) => standard.send(sessionCalls.end, { params: { sessionId } }, { toast: true })}
          endOthers={() => standard.send(sessionCalls.endOthers, {}, { toast: true })}
          onSettled={() => refetch('session')}
          onEnded={savedToast}
          onLogOut={onLogOut}
        />
      )}
    </Loaded>
  )
}

function TwoStep({ onOpen }: { onOpen: (dialog: 'on' | 'off') => void }) {
  const status = useTwoStep()
  const on = status.data?.on ?? false
  return (
    <Card
      title="Two-step login"
      aside={status.data && <StatusPill tone={on ? 'success' : 'neutral'}>{on ? 'On' : 'Off'}</StatusPill>}
    >
      <Loaded
        query={status}
        loading={
          <div className={styles.coming}>
            <SkeletonText label="Loading..." lines={2} />
          </div>
        }
        failed="Your two-step login status could not be loaded."
        look="line"
      >
        {({ recoveryCodesLeft }) => (
          <>
            <p className="soft balance">
              {on ? authText.twoStepOn(codesLeft(recoveryCodesLeft)) : authText.twoStepOff}
            </p>
            <div>
              <Button variant="secondary" size="small" onClick={() => onOpen(on ? 'off' : 'on')}>
                {on ? 'Turn off' : 'Turn on'}
              </Button>
            </div>
          </>
        )}
      </Loaded>
    </Card>
  )
}

function codesLeft(count: number): string {
  if (count === 0) return 'No recovery codes are left: turn two-step login off and on again for new ones.'
  return count === 1 ? '1 recovery code is left.' : authText.recoveryCodes(count)
}
