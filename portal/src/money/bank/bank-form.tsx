import { bankTexts, maskAccountNumber } from '@sauda/contract/money/bank'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Verified } from '@sauda/ui/badge'
import { Button } from '@sauda/ui/button'
import { watchFocus } from '@sauda/ui/dom'
import { Grid, Row, Stack } from '@sauda/ui/stack'
import { appToast } from '../../shell/toast.ts'
import { type FocusEvent, useRef, useState, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import { useDraft } from '../../shell/draft.ts'
import { formatDate } from '@sauda/web/date-time'
import { useBusy } from '@sauda/web/hooks'
import styles from './bank.module.css'
import {
  useUpdateBankDetails,
  type BankDetails,
  bankError,
  bankFields,
  saveError,
  typed,
  type BankField,
  type SaveOutcome,
} from './bank.api.ts'
import { BankFieldRow } from './bank-field.tsx'

const fieldNames = { accountHolderName: 'name', accountNumber: 'account number', ifsc: 'IFSC code' } as const

interface BankFormProps {
  saved: BankDetails
  isHolderVerified: boolean
  /** The day of the penny-drop that confirmed the account. */
  verifiedOn: string | undefined
  onUpdated: (updated: boolean) => void
}

export function BankForm({ saved, isHolderVerified, verifiedOn, onUpdated }: BankFormProps) {
  const [isEditing, setEditing] = useState(false)
  const [edits, setEdits] = useDraft<Partial<BankDetails>>('bank', {})
  const [outcome, setOutcome] = useState<SaveOutcome>({ kind: 'none' })
  const [pressed, setPressed] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { mutateAsync: update } = useUpdateBankDetails()
  const [busy, run] = useBusy()

  const values = { ...saved, ...edits }
  const isSet = saved.accountNumber !== ''
  const differs = bankFields.some((field) => values[field] !== saved[field])
  const isVerified = verifiedOn !== undefined && !differs
  const invalid = bankFields.find((field) => bankError(field, values[field]) !== undefined)

  const focusOn = (field: BankField) => form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus()
  const edit = (field: BankField, text: string) => {
    setEdits((now) => ({ ...now, [field]: text }))
    setOutcome({ kind: 'none' })
    onUpdated(false)
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (invalid) {
      appToast.error('Please fix the errors before updating.')
      setPressed(true)
      focusOn(invalid)
    } else if (differs) void run(send)
  }
  const send = async () => {
    const hasFocus = watchFocus()
    try {
      const { notes = [] } = (await update(values)) ?? {}
      setEdits({})
      setPressed(false)
      setOutcome({ kind: 'saved', notes: isSet ? [bankTexts.pause, ...notes] : notes })
      onUpdated(true)
      // The button that had the focus is gone.
      if (hasFocus()) form.current?.focus()
    } catch (error) {
      appToast.error('Error while updating bank details!')
      setOutcome({ kind: 'failed', message: saveError(error) })
    }
  }

  return (
    <form ref={form} tabIndex={-1} onSubmit={submit} noValidate>
      <Stack gap={6}>
        {outcome.kind === 'saved' && (
          <AlertBanner tone="success" title="Account Updated">
            {outcome.notes.length > 0 && outcome.notes.join(' ')}
          </AlertBanner>
        )}
        {outcome.kind === 'failed' && <AlertBanner tone="error">{outcome.message}</AlertBanner>}
        <Grid two="wide" gap={6} align="start" className={styles.fields} data-saved={(isSet && !differs) || undefined}>
          {bankFields.map((field) => {
            const isSaved = edits[field] === undefined
            // Whole only while it is edited.
            const isMasked = field === 'accountNumber' && isSaved && !isEditing
            return (
              <BankFieldRow
                key={field}
                field={field}
                value={isMasked ? maskAccountNumber(values[field]) : values[field]}
                onText={(text) => edit(field, text)}
                rewrite={typed[field]}
                error={pressed || !isSaved ? bankError(field, values[field]) : undefined}
                readOnly={busy}
                suffix={
                  <Row as="span" tight gap={1}>
                    {field === 'accountHolderName' && isSaved && isHolderVerified && <Verified>As on PAN</Verified>}
                    {field === 'accountNumber' && isVerified && !isEditing && <Verified />}
                    {isSet && !differs && (
                      <Button variant="ghost" size="small" onClick={() => focusOn(field)}>
                        Change
                        <span className="visually-hidden"> {fieldNames[field]}</span>
                      </Button>
                    )}
                  </Row>
                }
                {...(field === 'accountNumber' &&
                  isVerified && { hint: `Verified by a payment of ₹1 on ${formatDate(verifiedOn)}` })}
                {...(field === 'accountNumber' && {
                  onFocus: ({ target }: FocusEvent<HTMLInputElement>) => {
                    // At once, so that the whole number is selected, and typing replaces it.
                    flushSync(() => setEditing(true))
                    target.select()
                  },
                  onBlur: () => setEditing(false),
                })}
              />
            )
          })}
        </Grid>
        {differs && (
          <>
            {isSet && <AlertBanner>{bankTexts.pause}</AlertBanner>}
            {/* Not `disabled`, because pressing it with errors must show the specified toast. */}
            <Button type="submit" full="narrow" loading={busy} aria-disabled={invalid !== undefined || undefined}>
              Update Bank Details
            </Button>
          </>
        )}
      </Stack>
    </form>
  )
}
