import { todayInIndia } from '@sauda/web/date-time'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Row, Stack } from '@sauda/ui/stack'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { NomineeFields } from './nominee-fields.tsx'
import { leftToGive, newRow, requestOf, sharedEqually, type RowFaults, type TypedNominee } from './nominee-rows.ts'
import type { NomineeInput } from './setting.api.ts'
import styles from './setting.module.css'

interface NomineeFormProps {
  rows: readonly TypedNominee[]
  limit: number
  busy: boolean
  /** What the server said against it. */
  refusal: string
  onRows: (rows: readonly TypedNominee[]) => void
  onSend: (body: NomineeInput) => void
}

const none: RowFaults = { rows: [] }

/** Up to so many nominees whose shares add up to 100%. */
export function NomineeForm({ rows, limit, busy, refusal, onRows, onSend }: NomineeFormProps) {
  const [faults, setFaults] = useState(none)
  const [today] = useState(todayInIndia)
  const form = useRef<HTMLFormElement>(null)
  const focusRow = useRowFocus(form)
  const left = rows.length > 1 ? leftToGive(rows) : undefined
  const change = (next: readonly TypedNominee[]) => {
    setFaults(none)
    onRows(next)
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const found = requestOf(rows, today)
    if ('body' in found) return onSend(found.body)
    setFaults(found.faults)
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
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
            faults={faults.rows[index] ?? {}}
            today={today}
            onChange={(part) => change(rows.map((other) => (other === row ? { ...row, ...part } : other)))}
            onRemove={rows.length > 1 ? () => remove(row) : undefined}
          />
        ))}
        <p className={styles.left} aria-live="polite">
          {left === undefined ? '' : leftWords(left)}
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
        <p className={styles.left}>{limitWords(limit)}</p>
        {(faults.form ?? refusal) && <AlertBanner tone="error">{faults.form ?? refusal}</AlertBanner>}
        <Button type="submit" full loading={busy}>
          Update Nominee
        </Button>
      </Stack>
    </form>
  )
}

/** A row that came, or the one beside a row that went, takes the focus. */
function useRowFocus(form: { current: HTMLFormElement | null }) {
  const [wanted, setWanted] = useState<string>()
  useEffect(() => {
    if (wanted !== undefined) form.current?.querySelector<HTMLElement>(`[data-row="${wanted}"] input`)?.focus()
  }, [form, wanted])
  return setWanted
}

function leftWords(hundredths: number): string {
  if (hundredths === 0) return 'The shares add up to 100%.'
  return hundredths > 0
    ? `Still to give: ${hundredths / 100}%.`
    : `The shares add up to ${(10_000 - hundredths) / 100}%.`
}

const limitWords = (limit: number): string =>
  limit === 1 ? 'You can name one nominee.' : `You can name up to ${limit} nominees.`
