import type { NomineeValue } from '@sauda/contract/setting'
import { Button } from '@sauda/ui/button'
import { sentence } from '@sauda/ui/sentence'
import { Users } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useKept } from '../shell/kept.ts'
import { FieldSkeletons } from '../shell/field-skeletons.tsx'
import { later } from '../shell/later.tsx'
import { NomineeForm } from './nominee-form.tsx'
import { rowsOf, type TypedNominee } from './nominee-rows.ts'
import { SettingScreen, type Deed } from './setting-screen.tsx'
import styles from './setting.module.css'
import { useSettingRequests, type NomineeInput, type Settings } from './setting.api.ts'
import { Standing } from './standing.tsx'

// Few visits end in this declaration, and dialogs are the largest part of the screen.
const OptOut = later(() => import('./opt-out.tsx').then((module) => module.OptOut))

/** Who receives the client's holdings after their death. */
export default function Nominee() {
  return (
    <SettingScreen
      title="Nominee"
      icon={<Users aria-hidden="true" />}
      description="Who receives your holdings after your death."
      waiting={<FieldSkeletons count={3} />}
    >
      {(settings, deed) => <NomineePart nominee={settings.nominee} limit={settings.nomineeLimit} deed={deed} />}
    </SettingScreen>
  )
}

interface NomineePartProps {
  nominee: Settings['nominee']
  limit: number
  deed: Deed
}

function NomineePart({ nominee, limit, deed }: NomineePartProps) {
  const { inForce, request } = nominee
  const requests = useSettingRequests()
  const [edited, setEdited] = useKept<readonly TypedNominee[] | undefined>('nominee', undefined)
  const [leaving, setLeaving] = useState<'unopened' | 'open' | 'closed'>('unopened')
  const known = request?.status === 'requested' ? request.value : inForce
  const rows = useMemo(() => rowsOf(known.nominees), [known.nominees])
  const send = async (body: NomineeInput) => {
    const done = await deed.run(() => requests.nominee(body))
    // What was typed meanwhile has not been sent.
    if (done) setEdited((now) => (now === edited ? undefined : now))
  }
  return (
    <>
      <Standing
        of={nominee}
        inForce={<Lines value={inForce} />}
        asked={request && <Lines value={request.value} />}
        busy={deed.busy}
        onTakeBack={(id) => deed.run(() => requests.takeBack(id))}
      />
      <NomineeForm
        rows={edited ?? rows}
        limit={limit}
        busy={deed.busy}
        refusal={deed.fault}
        onRows={(next) => {
          setEdited(next)
          deed.forget()
        }}
        onSend={(body) => void send(body)}
      />
      <Button variant="ghost" full onClick={() => setLeaving('open')}>
        I do not want a nominee
      </Button>
      {leaving !== 'unopened' && (
        <OptOut
          open={leaving === 'open'}
          busy={deed.busy}
          onClose={() => setLeaving('closed')}
          onConfirm={() => void send({ nominees: [], optedOut: true }).then(() => setLeaving('closed'))}
        />
      )}
    </>
  )
}

function Lines({ value: { nominees, optedOut } }: { value: NomineeValue }) {
  if (nominees.length === 0) return optedOut ? 'No nominee, as you declared' : 'Not Added'
  return (
    <ul className={styles.lines}>
      {nominees.map(({ name, relationship, share }) => (
        <li key={name}>{sentence('{name}, {relationship}: {share}%', { name, relationship, share })}</li>
      ))}
    </ul>
  )
}
