import type { NomineeValue } from '@sauda/contract/setting'
import { Button } from '@sauda/ui/button'
import { sentence } from '@sauda/ui/sentence'
import { Users } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Dialog } from '@sauda/ui/dialog'
import { useDraft } from '../shell/draft.ts'
import { FieldSkeletons } from '@sauda/ui/skeleton'
import { NomineeForm } from './nominee-form.tsx'
import { rowsOf, type TypedNominee } from './nominee-rows.ts'
import { CurrentSetting, SettingScreen, type SettingAction } from './setting-screen.tsx'
import styles from './setting.module.css'
import { useSettingRequests, type NomineeInput, type Settings } from './setting.api.ts'
import { settingText } from './setting.text.ts'

export default function Nominee() {
  return (
    <SettingScreen
      title="Nominee"
      icon={<Users />}
      description="Who should get your holdings if you pass away."
      waiting={<FieldSkeletons count={3} />}
    >
      {(settings, action) => <NomineePart nominee={settings.nominee} limit={settings.nomineeLimit} action={action} />}
    </SettingScreen>
  )
}

interface NomineePartProps {
  nominee: Settings['nominee']
  limit: number
  action: SettingAction
}

function NomineePart({ nominee, limit, action }: NomineePartProps) {
  const { inForce: active, request } = nominee
  const requests = useSettingRequests()
  const [edited, setEdited] = useDraft<readonly TypedNominee[] | undefined>('nominee', undefined)
  const [optingOut, setOptingOut] = useState(false)
  const known = request?.status === 'requested' ? request.value : active
  const rows = useMemo(() => rowsOf(known.nominees), [known.nominees])
  const send = async (body: NomineeInput) => {
    const accepted = await action.run(() => requests.nominee(body))
    // Rows edited meanwhile have not been sent.
    if (accepted) setEdited((now) => (now === edited ? undefined : now))
  }
  return (
    <>
      <CurrentSetting
        setting={nominee}
        active={<Nominees value={active} />}
        requested={request && <Nominees value={request.value} />}
        busy={action.busy}
        onCancel={(id) => action.run(() => requests.cancel(id))}
      />
      <NomineeForm
        rows={edited ?? rows}
        limit={limit}
        busy={action.busy}
        note={action.note}
        onRows={(next) => {
          setEdited(next)
          action.clearNote()
        }}
        onSend={(body) => void send(body)}
      />
      <Button variant="ghost" full onClick={() => setOptingOut(true)}>
        I don’t want a nominee
      </Button>
      <Dialog
        open={optingOut}
        onOpenChange={setOptingOut}
        busy={action.busy}
        title="Opt out of nomination?"
        description={settingText.optOutWarning}
        action={
          <Button
            loading={action.busy}
            onClick={() => void send({ nominees: [], optedOut: true }).then(() => setOptingOut(false))}
          >
            Opt out of nomination
          </Button>
        }
      />
    </>
  )
}

function Nominees({ value: { nominees, optedOut } }: { value: NomineeValue }) {
  if (nominees.length === 0) return optedOut ? settingText.optedOut : settingText.notAdded
  return (
    <ul className={styles.lines}>
      {nominees.map(({ name, relationship, share }) => (
        <li key={name}>{sentence(settingText.nominee, { name, relationship, share })}</li>
      ))}
    </ul>
  )
}
