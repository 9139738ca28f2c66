import type { NomineeValue } from '@sauda/contract/client/setting'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { Dialog } from '@sauda/ui/dialog'
import { sentence } from '@sauda/ui/sentence'
import { FieldSkeletons } from '@sauda/ui/skeleton'
import { Row, Stack } from '@sauda/ui/stack'
import { todayInIndia } from '@sauda/web/server-clock'
import { Users } from 'lucide-react'
import { type ReactNode, type SubmitEvent, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { usePreload } from '../../shell/lazy-part.tsx'
import { toastMessage } from '../../shell/api.ts'
import { NomineeFields } from './nominee-fields.tsx'
import { newRow, type RowErrors, rowsOf, sharedEqually, shareLeft, type TypedNominee } from './nominee-rows.ts'
import { ActionNote, CurrentSetting, type SettingAction, SettingScreen, useSettingDraft } from './setting-screen.tsx'
import { type NomineeInput, type Settings, useSettingRequests } from './setting.api.ts'
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
  const [edited, change, send] = useSettingDraft<readonly TypedNominee[] | undefined>('nominee', undefined, action)
  const [optingOut, setOptingOut] = useState(false)
  const [isChanging, setChanging] = useState(false)
  const known = request?.status === 'requested' ? request.value : active
  const rows = useMemo(() => rowsOf(known.nominees), [known.nominees])
  const optOut = () => requests.nominee({ nominees: [], optedOut: true })
  const isNone = known.nominees.length === 0 && !known.optedOut
  const isOpen = isNone || isChanging || edited !== undefined
  const optOutButton = !active.optedOut && (
    <Button variant="ghost" full="narrow" onClick={() => setOptingOut(true)}>
      I don’t want a nominee
    </Button>
  )
  return (
    <>
      <CurrentSetting
        setting={nominee}
        active={isOpen && active.nominees.length > 0 ? undefined : <Nominees value={active} />}
        none={active.nominees.length === 0 && !active.optedOut && settingText.withoutNominee}
        requested={request && <Nominees value={request.value} />}
        action={action}
      >
        {(!isOpen || isNone) && (
          <Row className="entry">
            {!isOpen && (
              <Button variant="secondary" full="narrow" onClick={() => setChanging(true)}>
                {known.optedOut ? 'Add a nominee' : 'Change'}
              </Button>
            )}
            {optOutButton}
          </Row>
        )}
      </CurrentSetting>
      {isOpen && (
        <Card>
          <NomineeForm
            rows={edited ?? rows}
            limit={limit}
            action={action}
            onRows={change}
            onSend={(body) => void send(() => requests.nominee(body)).then(() => setChanging(false))}
          >
            {!isNone && (
              <Button
                variant="ghost"
                full="narrow"
                disabled={action.busy}
                onClick={() => {
                  change(undefined)
                  setChanging(false)
                }}
              >
                Cancel
              </Button>
            )}
          </NomineeForm>
        </Card>
      )}
      <Dialog
        open={optingOut}
        onOpenChange={setOptingOut}
        busy={action.busy}
        title="Opt out of nomination?"
        description={`${settingText.withoutNominee} You can add a nominee at any time.`}
        action={
          <Button loading={action.busy} onClick={() => void send(optOut).then(() => setOptingOut(false))}>
            Opt out of nomination
          </Button>
        }
      />
    </>
  )
}

function Nominees({ value: { nominees, optedOut } }: { value: NomineeValue }) {
  if (nominees.length === 0) return optedOut ? 'You opted out of nomination' : 'Not Added'
  return (
    <Stack as="ul" gap={2} className="md">
      {nominees.map(({ name, relationship, share, guardian }) => (
        <li key={name}>
          {sentence('{name}, {relationship}: {share}%', { name, relationship, share })}
          {guardian && <p className="note">{settingText.guardian(guardian)}</p>}
        </li>
      ))}
    </Stack>
  )
}

interface NomineeFormProps {
  rows: readonly TypedNominee[]
  limit: number
  action: SettingAction
  onRows: (rows: readonly TypedNominee[]) => void
  onSend: (body: NomineeInput) => void
  children: ReactNode
}

const noErrors: RowErrors = { rows: [] }

/** With the schemas, which the first view does not need. */
const loadCheck = () => import('./nominee-request.ts')

function NomineeForm({ rows, limit, action: { busy, note }, onRows, onSend, children }: NomineeFormProps) {
  const [errors, setErrors] = useState(noErrors)
  const [today] = useState(todayInIndia)
  usePreload(loadCheck)
  const form = useRef<HTMLFormElement>(null)
  const focusRow = useRowFocus(form)
  const left = rows.length > 1 ? shareLeft(rows) : undefined
  const change = (next: readonly TypedNominee[]) => {
    setErrors(noErrors)
    onRows(next)
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void loadCheck().then(
      ({ requestOf }) => {
        const found = requestOf(rows, today)
        if ('body' in found) return onSend(found.body)
        flushSync(() => setErrors(found.errors))
        form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
      },
      (error: unknown) => setErrors({ rows: [], form: toastMessage(error) }),
    )
  }
  const add = () => {
    const row = newRow()
    change([...rows, row])
    focusRow(row.key)
  }
  const remove = (row: TypedNominee) => {
    const rest = rows.filter((other) => other !== row)
    change(rest)
    focusRow(rest.at(-1)?.key)
  }
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack gap={4}>
        {rows.map((row, index) => (
          <NomineeFields
            key={row.key}
            row={row}
            number={index + 1}
            errors={errors.rows[index] ?? {}}
            today={today}
            onChange={(part) => change(rows.map((other) => (other === row ? { ...row, ...part } : other)))}
            onRemove={rows.length > 1 ? () => remove(row) : undefined}
          />
        ))}
        <p className="note" hidden={left === undefined} aria-live="polite">
          {left === undefined ? '' : shareText(left)}
        </p>
        <Row>
          {rows.length < limit && (
            <Button variant="secondary" disabled={busy} onClick={add}>
              Add another nominee
            </Button>
          )}
          {rows.length > 1 && (
            <Button variant="secondary" disabled={busy} onClick={() => change(sharedEqually(rows))}>
              Share equally
            </Button>
          )}
          <span className="note">{settingText.nomineeLimit(limit)}</span>
        </Row>
        {errors.form ? <AlertBanner tone="error">{errors.form}</AlertBanner> : <ActionNote note={note} />}
        <Row>
          <Button type="submit" full="narrow" loading={busy}>
            Update Nominee
          </Button>
          {children}
        </Row>
      </Stack>
    </form>
  )
}

function useRowFocus(form: { current: HTMLFormElement | null }) {
  const [rowKey, setRowKey] = useState<string>()
  useEffect(() => {
    if (rowKey !== undefined) form.current?.querySelector<HTMLElement>(`[data-row="${rowKey}"] input`)?.focus()
  }, [form, rowKey])
  return setRowKey
}

function shareText(left: number): string {
  if (left === 0) return 'The shares add up to 100%.'
  return left > 0 ? settingText.sharesLeft(left / 100) : settingText.sharesTooMany((10_000 - left) / 100)
}
