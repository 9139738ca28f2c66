import { tidyText } from '@sauda/contract/platform/typed-text'
import {
  type Candidate,
  levyAccountNames,
  lineBookingCalls,
  lineBookingNames,
  settlementWarning,
} from '@sauda/contract/money/line-booking'
import { formatRupees, paiseOf, rupeesText } from '@sauda/contract/platform/money'
import type { BankLine } from '@sauda/contract/money/reconciliation'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { AmountField } from '@sauda/ui/amount-field'
import { Checkbox } from '@sauda/ui/checkbox'
import { Select } from '@sauda/ui/select'
import { TextField } from '@sauda/ui/text-field'
import { useState } from 'react'
import { FormDialog, type ItemDialog, optionsOf, reasonField } from '../../shell/form-dialog.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { useNeedsSecond } from '../../shell/me.ts'
import { countsText } from './reconciliation.text.ts'
import {
  type BookingDraft,
  bookingOf,
  choiceError,
  emptyBooking,
  kindsFor,
  kindText,
  remainderOf,
  effectOf,
} from './booking.ts'
import { useCandidates } from './reconciliation.api.ts'
import layout from '../../shell/layout.module.css'

export function BookDialog({ item: line, ...dialog }: ItemDialog<BankLine>) {
  const [only] = kindsFor(line)
  const isMove = only === 'moved'
  const needsSecond = useNeedsSecond()
  return (
    <FormDialog
      {...dialog}
      call={lineBookingCalls.book}
      params={{ lineId: line._id }}
      empty={isMove ? { ...emptyBooking, kind: only } : emptyBooking}
      title={isMove ? lineBookingNames.moved : 'Book this line'}
      description={`${rupeesText(line.amount)} ${line.direction === 'credit' ? 'received' : 'paid out'}. A booking can only be reversed by a contra entry.`}
      fields={({ draft, errors, edit }) => [
        !isMove && {
          as: 'radio',
          name: 'kind',
          label: 'This line is',
          options: kindsFor(line).map((value) => ({ value, label: lineBookingNames[value] })),
          resets: { chosen: '', parts: {} },
        },
        draft.kind !== '' && { own: <p className={layout.soft}>{effectOf(kindText[draft.kind], needsSecond)}</p> },
        line.countsOn !== undefined && { own: <p className={layout.soft}>{countsText(line.countsOn)}</p> },
        (draft.kind === 'late' || draft.kind === 'returned' || draft.kind === 'split') && {
          own: <Choice line={line} draft={draft} error={errors['chosen']} edit={edit} />,
        },
        draft.kind === 'settlement' && {
          own: <Settlements line={line} draft={draft} error={errors['settlementIds']} edit={edit} />,
        },
        draft.kind === 'levy' && {
          as: 'select',
          name: 'levy',
          label: 'Pays',
          options: optionsOf(levyAccountNames, 'Choose'),
        },
        draft.kind === 'penny_drop' && { name: 'saudaId', label: 'Client ID', placeholder: 'SD100001' },
        draft.kind === 'penny_drop' && {
          name: 'nameAtBank',
          label: 'Name the bank returned',
          hint: 'As in the bank’s answer or in the narration.',
          maxLength: 100,
        },
        reasonField('For the books and the audit trail. Shown to a client whose balance it changes.'),
      ]}
      body={bookingOf}
      check={(draft) => choiceError(line, draft)}
      action={isMove ? 'Move' : 'Book'}
      loadingText={isMove ? 'Moving' : 'Booking'}
      done="Booked"
    />
  )
}

interface ChoiceProps {
  line: BankLine
  draft: BookingDraft
  error: string | undefined
  edit: (part: Partial<BookingDraft>) => void
}

const textOf = ({ name, clientName, amount }: Candidate): string =>
  [name, clientName, rupeesText(amount)].filter(Boolean).join(' · ')

function Choice({ line, draft, error, edit }: ChoiceProps) {
  const { kind } = draft
  return (
    <Loaded query={useCandidates(line._id)} what="the requests" lines={3}>
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

/** About one settlement; several add up to the bank entry. */
function warningOf({ direction }: BankLine, settlements: readonly Candidate[], ids: readonly string[]) {
  const [chosen, ...others] = settlements.filter(({ _id }) => ids.includes(_id))
  // Without a final obligation file it is not known what a settlement expects.
  if (chosen === undefined || others.length > 0 || chosen.amount === 0) return null
  const warning = settlementWarning(chosen._id, paiseOf(chosen.amount), direction)
  return warning !== undefined && <AlertBanner tone="warn">{warning}</AlertBanner>
}

/** Several where the bank entry is their sum. */
function Settlements({ line, draft: { settlementIds }, error, edit }: ChoiceProps) {
  const toggle = (id: string) =>
    edit({
      settlementIds: settlementIds.includes(id) ? settlementIds.filter((each) => each !== id) : [...settlementIds, id],
    })
  return (
    <Loaded query={useCandidates(line._id)} what="the settlements" lines={3}>
      {({ settlements }) => (
        <>
          {settlements.length === 0 && <p className={layout.soft}>No settlement is open.</p>}
          {settlements.map(({ _id, name, amount }) => (
            <Checkbox
              key={_id}
              label={amount === 0 ? name : `${name} · ${rupeesText(amount)}`}
              checked={settlementIds.includes(_id)}
              onChange={() => toggle(_id)}
            />
          ))}
          {warningOf(line, settlements, settlementIds)}
          {error !== undefined && <AlertBanner tone="error">{error}</AlertBanner>}
        </>
      )}
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
  const fits = (each: Candidate) => textOf(each).toLowerCase().includes(tidyText(text).toLowerCase())
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
        hint={
          rest === undefined
            ? 'Correct the part that is not clear.'
            : rest === 0n
              ? 'The parts add up.'
              : `Still to assign: ${formatRupees(rest)}`
        }
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
