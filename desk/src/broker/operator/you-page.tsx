import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { Switch } from '@sauda/ui/checkbox'
import { DescriptionList } from '@sauda/ui/description-list'
import { SchemeSwitch } from '@sauda/ui/scheme-switch'
import { Grid, Stack } from '@sauda/ui/stack'
import { appToast } from '@sauda/ui/toast'
import { Passkeys } from '@sauda/web/passkeys'
import { Sessions } from '@sauda/web/sessions'
import { useStore } from '@sauda/web/store'
import { useState } from 'react'
import { Loaded } from '../../shell/loaded.tsx'
import { leave, useMe } from '../../shell/me.ts'
import { Page } from '../../shell/page.tsx'
import { lettersOn, switchLetters } from '../../shell/shortcut.ts'
import { passkeyCalls, sessionChanges, usePasskeys } from './operator.api.ts'
import { ChangePassword } from './change-password.tsx'
import type { Right } from '@sauda/contract/platform/call'
import { rightNames } from '@sauda/contract/broker/operator'
import { rightGroups } from '@sauda/contract/broker/operator-name'
import { TotpSetup } from './totp-setup.tsx'
import { refreshAll, useCall, useSend } from '../../shell/api.ts'
import { digestCalls } from '@sauda/contract/broker/digest'
import { DialogButton } from '../../shell/form-dialog.tsx'
import { sessionCalls } from '@sauda/contract/core/session'

/** Off until the operator switches it on. */
function DailyDigest() {
  const save = useSend(digestCalls.save)
  return (
    <Loaded query={useCall(digestCalls.read, {})} what="your settings" lines={2}>
      {({ on, at }) => (
        <>
          <Switch
            label="Send me the daily digest by e-mail"
            checked={save.isPending ? save.variables.body.on : on}
            onChange={(event) => {
              if (save.isPending) return
              save.mutate(
                { body: { on: event.currentTarget.checked } },
                {
                  onSuccess: (digest) =>
                    appToast.success(digest.on ? 'Daily digest switched on' : 'Daily digest switched off'),
                },
              )
            }}
          />
          <p className="note">{`Daily from ${at} IST: pending work, money of the day before and alerts.`}</p>
        </>
      )}
    </Loaded>
  )
}

export function YouPage() {
  const { data } = useMe()
  const letters = useStore(lettersOn)
  if (!data) return null
  return (
    <Page title="Your login" description={`${data.name}, ${data.role}`}>
      <Grid two="wide" align="start">
        <Stack>
          <OwnPassword handedOut={data.handedOut} />
          <Passkeys passkeys={usePasskeys().data} calls={passkeyCalls} onChanged={() => void refreshAll()} />
          <TwoStep isOn={data.twoStep} />
          <OwnSessions />
        </Stack>
        <Stack>
          <Card title="Preferences">
            <DescriptionList
              items={[
                { term: 'Appearance', value: <SchemeSwitch /> },
                {
                  term: 'Keyboard',
                  value: (
                    <Switch
                      label="Single-letter shortcuts"
                      checked={letters}
                      onChange={(event) => switchLetters(event.currentTarget.checked)}
                    />
                  ),
                },
                { term: 'E-mail', value: <DailyDigest /> },
              ]}
            />
          </Card>
          <Card title="Your rights">
            <DescriptionList items={rightLines(data.rights)} />
          </Card>
        </Stack>
      </Grid>
    </Page>
  )
}

function TwoStep({ isOn }: { isOn: boolean }) {
  const [settingUp, setUp] = useState(false)
  return (
    <Card
      title="Two-step login"
      aside={
        !isOn &&
        !settingUp && (
          <Button variant="secondary" onClick={() => setUp(true)}>
            Set up<span className="visually-hidden"> two-step login</span>
          </Button>
        )
      }
    >
      {settingUp ? (
        <TotpSetup onDone={() => setUp(false)} />
      ) : (
        <p className="soft">
          {isOn
            ? 'On: the desk asks for a code from your authenticator app when you log in.'
            : 'A second code from your phone, so a stolen password isn’t enough.'}
        </p>
      )}
    </Card>
  )
}

/** By the groups of the menu; a group without a right is left out. */
const rightLines = (held: readonly Right[]) =>
  Object.entries(rightGroups).flatMap(([term, group]) => {
    const names = group.filter((right) => held.includes(right)).map((right) => rightNames[right])
    return names.length > 0 ? [{ term, value: names.map((name) => <p key={name}>{name}</p>) }] : []
  })

const OwnSessions = () => (
  <Card title="Where you are logged in">
    <Loaded query={useCall(sessionCalls.operatorList, {})} what="your sessions">
      {(sessions) => (
        <Sessions
          sessions={sessions}
          {...sessionChanges}
          onEnded={(message) => appToast.success(message)}
          onLogOut={() => leave('left')}
        />
      )}
    </Loaded>
  </Card>
)

function OwnPassword({ handedOut }: { handedOut: boolean }) {
  const [changed, setChanged] = useState(false)
  return (
    <Card
      title="Password"
      aside={
        <DialogButton dialog={(state) => <ChangePassword {...state} onChanged={() => setChanged(true)} />}>
          Change<span className="visually-hidden"> password</span>
        </DialogButton>
      }
    >
      {handedOut && (
        <AlertBanner tone="warn" title="Your password was set by someone else">
          Choose a new password that only you know.
        </AlertBanner>
      )}
      {changed && (
        <AlertBanner tone="success" title="Password changed">
          All your other sessions were logged out.
        </AlertBanner>
      )}
    </Card>
  )
}
