import { bankRules } from '@sauda/contract/bank'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { watchFocus } from '@sauda/ui/dom'
import { Stack } from '@sauda/ui/stack'
import { appToast } from '../shell/toast.ts'
import { useRef, useState, type SubmitEvent } from 'react'
import { useKept } from '../shell/kept.ts'
import { useBusy } from '@sauda/web/use-busy'
import { useUpdateBankDetails, type BankDetails } from './bank.api.ts'
import { BankFieldRow, bankFields, type BankField } from './bank-field.tsx'
import { refusalWords } from './refusal.ts'
import styles from './bank.module.css'
import { bankFault, typed } from './bank-input.ts'

interface BankFormProps {
  saved: BankDetails
  /** True right after a success, false as soon as something is changed again. */
  onUpdated: (updated: boolean) => void
}

/** Bank Accounts: what is typed is checked at once; the button stands there only when something differs. */
export function BankForm({ saved, onUpdated }: BankFormProps) {
  const [edits, setEdits] = useKept<Partial<BankDetails>>('bank', {})
  const [refusal, setRefusal] = useState('')
  const [updated, setUpdated] = useState<'no' | 'set' | 'changed'>('no')
  const [pressed, setPressed] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { mutateAsync: update } = useUpdateBankDetails()
  const [busy, run] = useBusy()

  const values = { ...saved, ...edits }
  const isSet = saved.accountNumber !== ''
  const differs = bankFields.some((field) => values[field] !== saved[field])
  const faulty = bankFields.find((field) => bankFault(field, values[field]) !== undefined)

  const edit = (field: BankField, text: string) => {
    setEdits((now) => ({ ...now, [field]: text }))
    setUpdated('no')
    setRefusal('')
    onUpdated(false)
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (faulty) {
      appToast.error('Please fix the errors before updating.')
      setPressed(true)
      form.current?.querySelector<HTMLElement>(`[name="${faulty}"]`)?.focus()
    } else if (differs) void run(send)
  }
  const send = async () => {
    const isThere = watchFocus()
    try {
      await update(values)
      setEdits({})
      setPressed(false)
      setUpdated(isSet ? 'changed' : 'set')
      onUpdated(true)
      // The button goes with the difference: the focus stays where the news is.
      if (isThere()) form.current?.focus()
    } catch (error) {
      appToast.error('Error while updating bank details!')
      setRefusal(refusalWords(error))
    }
  }

  return (
    <form ref={form} tabIndex={-1} onSubmit={submit} noValidate>
      <Stack gap={6}>
        {updated !== 'no' && (
          <AlertBanner tone="success" title="Account Updated">
            {updated === 'changed' && coolOff}
          </AlertBanner>
        )}
        {refusal && <AlertBanner tone="error">{refusal}</AlertBanner>}
        {bankFields.map((field) => (
          <BankFieldRow
            key={field}
            field={field}
            value={values[field]}
            onText={(text) => edit(field, text)}
            rewrite={typed[field]}
            error={pressed || edits[field] !== undefined ? bankFault(field, values[field]) : undefined}
            readOnly={busy}
          />
        ))}
        {differs && (
          <>
            {isSet && <AlertBanner>{coolOff}</AlertBanner>}
            {/* Not `disabled`: pressing it with errors must be answered, and Enter too. */}
            <Button
              type="submit"
              full
              loading={busy}
              aria-disabled={faulty !== undefined || undefined}
              className={faulty ? styles.resting : undefined}
            >
              Update Bank Details
            </Button>
          </>
        )}
      </Stack>
    </form>
  )
}

const coolOff = `For your safety, withdrawals pause for ${bankRules.coolOffHours} hours after a change.`
