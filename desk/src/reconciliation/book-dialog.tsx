import { type Candidate, type LineBookingKind, lineBookingNames } from '@sauda/contract/line-booking'
import { formatRupees, paiseOf } from '@sauda/contract/money'
import type { BankLine } from '@sauda/contract/reconciliation'
import { AmountField } from '@sauda/ui/amount-field'
import { Checkbox } from '@sauda/ui/checkbox'
import { RadioGroup } from '@sauda/ui/radio-group'
import { Select } from '@sauda/ui/select'
import { Textarea, TextField } from '@sauda/ui/text-field'
import { useState } from 'react'
import { FormDialog, useFormDialog } from '../shell/form-dialog.tsx'
import { Loaded } from '../shell/loaded.tsx'
import { useNeedsSecond } from '../shell/me.ts'
import { type Outcome, toastOutcome } from '../shell/outcome-toast.ts'
import { countsText } from './reconciliation.text.ts'
import { type BookingDraft, bookingOf, emptyBooking, kindsFor, kindText, remainderOf, effectOf } from './booking.ts'
import { useBookLine, useCandidates } from './reconciliation.api.ts'
import layout from '../shell/layout.module.css'

interface BookDialogProps {
  line: BankLine
  open: boolean
  onClose: () => void
}

export function BookDialog({ line, open, onClose }: BookDialogProps) {
  const book = useBookLine(line._id)
  const [only] = kindsFor(line)
  const isMove = only === 'moved'
  const empty = isMove ? { ...emptyBooking, kind: only } : emptyBooking
  const form = useFormDialog({ name: `book ${line._id}`, empty, mutation: book, onClose })
  const { draft, errors, edit } = form
  const needsSecond = useNeedsSecond()
  const result = bookingOf(line, draft)
  const onSuccess = (reply: Outcome) => {
    toastOutcome(reply, 'Booked')
    form.finish()
  }
  return (
    <FormDialog
      form={form}
      open={open}
      title={isMove ? lineBookingNames.moved : 'Book this line'}
      description={`${formatRupees(paiseOf(line.amount))} ${line.direction === 'credit' ? 'received' : 'paid out'}. A booking can only be reversed by a contra entry.`}
      action={isMove ? 'Move' : 'Book'}
      loadingText={isMove ? 'Moving' : 'Booking'}
      onSubmit={(event) =>
        form.submit(event, 'errors' in result ? result.errors : undefined, () => {
          if ('body' in result) book.mutate(result.body, { onSuccess })
        })
      }
    >
      {!isMove && (
        <RadioGroup
          label="This line is"
          options={kindsFor(line).map((value) => ({ value, label: lineBookingNames[value] }))}
          value={draft.kind === '' ? null : draft.kind}
          error={errors['kind']}
          onValueChange={(value) => edit({ kind: value as LineBookingKind, chosen: '', parts: {} })}
        />
      )}
      {draft.kind !== '' && <p className={layout.soft}>{effectOf(kindText[draft.kind], needsSecond)}</p>}
      {line.countsOn !== undefined && <p className={layout.soft}>{countsText(line.countsOn)}</p>}
      {(draft.kind === 'late' || draft.kind === 'returned' || draft.kind === 'split') && (
        <Choice line={line} draft={draft} error={errors['chosen']} edit={edit} />
      )}
      {draft.kind === 'penny_drop' && (
        <>
          <TextField label="Client ID" placeholder="SD100001" autoComplete="off" {...form.field('saudaId')} />
          <TextField
            label="Name the bank returned"
            hint="As in the bank’s answer or in the narration."
            maxLength={100}
            autoComplete="off"
            {...form.field('nameAtBank')}
          />
        </>
      )}
      <Textarea
        label="Reason"
        hint="For the books and the audit trail. Shown to a client whose balance it changes."
        rows={2}
        maxLength={300}
        {...form.field('reason')}
      />
    </FormDialog>
  )
}

interface ChoiceProps {
  line: BankLine
  draft: BookingDraft
  error: string | undefined
  edit: (part: Partial<BookingDraft>) => void
}

const textOf = ({ name, clientName, amount }: Candidate): string =>
  [name, clientName, formatRupees(paiseOf(amount))].filter(Boolean).join(' · ')

function Choice({ line, draft, error, edit }: ChoiceProps) {
  const query = useCandidates(line._id)
  const { kind } = draft
  return (
    <Loaded query={query} what="the requests" lines={3}>
      {({ pending, approved, returns }) =>
        kind === 'split' ? (
          <Parts line={line} draft={draft} error={error} edit={edit} candidates={pending} />
        ) : (
          <Select
            label={kind === 'late' ? 'Approved request' : 'Receipt'}
            options={[
              { value: '', label: 'Choose' },
              ...(kind === 'late' ? approved : returns).map((each) => ({ value: each._id, label: textOf(each) })),
            ]}
            value={draft.chosen}
            error={error}
            onChange={(event) => edit({ chosen: event.target.value })}
          />
        )
      }
    </Loaded>
  )
}

const shownParts = 8

/** Requests whose amounts come closest are listed; typing finds the others. */
function Parts({
  line,
  draft: { parts },
  error,
  edit,
  candidates,
}: ChoiceProps & { candidates: readonly Candidate[] }) {
  const [text, setText] = useState('')
  const isChosen = ({ _id }: Candidate) => _id in parts
  const fits = (each: Candidate) => textOf(each).toLowerCase().includes(text.trim().toLowerCase())
  const shown = [
    ...candidates.filter(isChosen),
    ...candidates.filter((each) => !isChosen(each) && fits(each)).slice(0, shownParts),
  ]
  const toggle = ({ _id, amount }: Candidate) => {
    const { [_id]: chosen, ...others } = parts
    edit({ parts: chosen === undefined ? { ...others, [_id]: String(amount) } : others })
  }
  const rest = remainderOf(line, parts)
  return (
    <>
      <TextField
        label="Find pending requests"
        hint={rest === 0n ? 'The parts add up.' : `Still to assign: ${formatRupees(rest)}`}
        error={error}
        value={text}
        maxLength={60}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
      />
      {shown.map((each) => (
        <div key={each._id}>
          <Checkbox label={textOf(each)} checked={isChosen(each)} onChange={() => toggle(each)} />
          {isChosen(each) && (
            <AmountField
              label={`Part of ${each.name}`}
              value={parts[each._id] ?? ''}
              onText={(typed) => edit({ parts: { ...parts, [each._id]: typed } })}
            />
          )}
        </div>
      ))}
    </>
  )
}
