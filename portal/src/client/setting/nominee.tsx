import type { NomineeValue } from '@sauda/contract/client/setting'
import { relationships } from '@sauda/contract/client/setting-name'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button, IconButton } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { DateField, isDay } from '@sauda/ui/date-field'
import { Dialog } from '@sauda/ui/dialog'
import { rewriteInput } from '@sauda/ui/dom'
import { Select } from '@sauda/ui/select'
import { sentence } from '@sauda/ui/sentence'
import { FieldSkeletons } from '@sauda/ui/skeleton'
import { Grid, Row, Stack } from '@sauda/ui/stack'
import { TextField } from '@sauda/ui/text-field'
import { formatDate, todayInIndia } from '@sauda/web/date-time'
import { Trash2, Users } from 'lucide-react'
import { type ReactNode, type SubmitEvent, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { usePreload } from '../../shell/activity.ts'
import { toastMessage } from '../../shell/api.ts'
import {
  isMinorRow,
  newRow,
  type NomineeField,
  type RowErrors,
  rowsOf,
  sharedEqually,
  shareLeft,
  type TypedNominee,
  typedShare,
} from './nominee-rows.ts'
import { ActionNote, CurrentSetting, type SettingAction, SettingScreen, useSettingDraft } from './setting-screen.tsx'
import { type NomineeInput, type Settings, useSettingRequests } from './setting.api.ts'
import { settingText } from './setting.text.ts'
import styles from './setting.module.css'

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
  const known = request?.status === 'requested' ? request.value : active
  const rows = useMemo(() => rowsOf(known.nominees), [known.nominees])
  const optOut = () => requests.nominee({ nominees: [], optedOut: true })
  return (
    <>
      <CurrentSetting
        setting={nominee}
        active={<Nominees value={active} />}
        none={active.nominees.length === 0 && !active.optedOut && settingText.withoutNominee}
        requested={request && <Nominees value={request.value} />}
        action={action}
      />
      <Card>
        <NomineeForm
          rows={edited ?? rows}
          isEdited={edited !== undefined}
          limit={limit}
          action={action}
          onRows={change}
          onSend={(body) => void send(() => requests.nominee(body))}
        >
          {!active.optedOut && (
            <Button variant="ghost" full="narrow" onClick={() => setOptingOut(true)}>
              I don’t want a nominee
            </Button>
          )}
        </NomineeForm>
      </Card>
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
    <Stack as="ul" gap={1} className="md balance">
      {nominees.map(({ name, relationship, share }) => (
        <li key={name}>{sentence('{name}, {relationship}: {share}%', { name, relationship, share })}</li>
      ))}
    </Stack>
  )
}

interface NomineeFormProps {
  rows: readonly TypedNominee[]
  isEdited: boolean
  limit: number
  action: SettingAction
  onRows: (rows: readonly TypedNominee[]) => void
  onSend: (body: NomineeInput) => void
  children: ReactNode
}

const noErrors: RowErrors = { rows: [] }

/** With the schemas, which the first view does not need. */
const loadCheck = () => import('./nominee-request.ts')

function NomineeForm({ rows, isEdited, limit, action: { busy, note }, onRows, onSend, children }: NomineeFormProps) {
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
        <p className={`${styles.left} note`} aria-live="polite">
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
        </Row>
        <p className="note">{settingText.nomineeLimit(limit)}</p>
        {errors.form ? <AlertBanner tone="error">{errors.form}</AlertBanner> : <ActionNote note={note} />}
        <Row>
          <Button type="submit" variant={isEdited ? 'primary' : 'secondary'} full="narrow" loading={busy}>
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

interface NomineeFieldsProps {
  row: TypedNominee
  number: number
  errors: RowErrors['rows'][number]
  today: string
  onChange: (part: Partial<TypedNominee>) => void
  onRemove: (() => void) | undefined
}

const options = [
  { value: '', label: 'Choose', disabled: true },
  ...relationships.map((value) => ({ value, label: value })),
]

function NomineeFields({ row, number, errors, today, onChange, onRemove }: NomineeFieldsProps) {
  const text = (field: NomineeField) => ({
    name: `${field}-${number}`,
    value: row[field],
    error: errors[field],
    onChange: (event: { target: { value: string } }) => onChange({ [field]: event.target.value }),
  })
  return (
    <fieldset className={styles.nominee} data-row={row.key}>
      <legend>
        <Row as="span" tight justify="between" gap={0} className={`strong ${styles.head}`}>
          {settingText.nomineeNumber(number)}
          {onRemove && <IconButton label={settingText.removeNominee(number)} icon={<Trash2 />} onClick={onRemove} />}
        </Row>
      </legend>
      <TextField label="Name" hint="As on their PAN or Aadhaar card" autoComplete="off" required {...text('name')} />
      <Grid min="11rem" align="start">
        <Select label="Relationship" options={options} required {...text('relationship')} />
        <TextField
          label="Share"
          suffix={<span className={styles.percent}>%</span>}
          inputMode="decimal"
          autoComplete="off"
          required
          {...text('share')}
          onChange={(event) => onChange({ share: rewriteInput(event, typedShare) })}
        />
        <DateField
          label="Date of birth"
          optional
          max={today}
          hint={isDay(row.bornOn) ? formatDate(row.bornOn) : 'Only needed for a nominee under 18'}
          {...text('bornOn')}
          onText={(bornOn) => onChange({ bornOn })}
        />
      </Grid>
      {isMinorRow(row, today) && (
        <TextField
          label="Guardian"
          hint="Acts for them until they are 18"
          autoComplete="off"
          required
          {...text('guardian')}
        />
      )}
    </fieldset>
  )
}
