import { parseRupees } from '@sauda/contract/platform/amount-text'
import {
  clearingCalls,
  closeOutNames,
  highestOf,
  type CloseOutKind,
  pendingNames,
  type Shortage,
} from '@sauda/contract/trading/clearing'
import { rupeesOf, rupeesText } from '@sauda/contract/platform/money'
import { Button } from '@sauda/ui/button'
import { DateField } from '@sauda/ui/date-field'
import { Row } from '@sauda/ui/stack'
import { DateTime, formatDate } from '@sauda/web/date-time'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { column, type ColumnsOf, endColumn, headColumn } from '../../shell/table.tsx'
import { type DialogState, FormDialog, type ItemDialog, optionsOf, reasonField } from '../../shell/form-dialog.tsx'
import { oneLine, twoLines } from '../../shell/lines.tsx'
import { typedNumber } from '../../shell/typed-number.ts'

export const ShortageDialog = ({ settlementId, ...dialog }: DialogState & { settlementId: string }) => (
  <FormDialog
    {...dialog}
    call={clearingCalls.addShortage}
    params={{ settlementId }}
    empty={{ saudaId: '', amount: '', reason: '' }}
    title="Record a shortage"
    description="Nothing of this settlement is released to the client until the shortage has ended."
    fields={[
      { name: 'saudaId', label: 'Client ID', placeholder: 'SD100001' },
      { as: 'amount', name: 'amount', label: 'Value of the shares not delivered' },
      reasonField(),
    ]}
    body={({ saudaId, amount, reason }) => ({ saudaId, amount: rupeesOf(parseRupees(amount)), reason })}
    action="Record"
  />
)

export const EndDialog = ({ item: shortage, ...dialog }: ItemDialog<Shortage>) => (
  <FormDialog
    {...dialog}
    call={clearingCalls.endShortage}
    params={{ shortageId: shortage._id }}
    empty={{ reason: '' }}
    title={`End the shortage of ${shortage.clientName}`}
    description="The proceeds are released to the client. A second operator must approve it."
    fields={[reasonField('For example: delivered in the auction.')]}
    action="End the shortage"
  />
)

export const ReverseDialog = ({ item: shortage, ...dialog }: ItemDialog<Shortage>) => (
  <FormDialog
    {...dialog}
    call={clearingCalls.reopenShortage}
    params={{ shortageId: shortage._id }}
    empty={{ reason: '' }}
    title={`Reverse the close-out of ${shortage.clientName}`}
    description="Its trades and entries are reversed, and the shortage is open again. A second operator must approve it."
    fields={[reasonField('For example: the auction was annulled.')]}
    action="Reverse the close-out"
  />
)

type CloseDraft = { kind: CloseOutKind; number: string; day: string; price: string }

/** The price that the price files propose for an auction on this day, and where it comes from. */
function proposed({ auction }: Shortage, on: string): { price: string; hint: string } {
  const until = (auction?.days ?? []).filter(({ day }) => day <= on)
  const highest = highestOf(until)
  const known = highest
    ? `By the price files ₹${highest.price}, ${highest.exchange}, ${formatDate(highest.day)}.`
    : 'The price files have none.'
  const missing = until.filter(({ price }) => price === undefined).map(({ day }) => formatDate(day))
  const gaps = missing.length > 0 ? ` None is imported of ${missing.join(' and ')}.` : ''
  return {
    price: String(highest?.price ?? ''),
    hint: `For a close-out the highest price from the trade to the auction. ${known}${gaps} In an auction its price.`,
  }
}

/** Another day of the auction proposes its own price, unless one was typed. */
const onDay = (shortage: Shortage, { day, price }: CloseDraft, next: string): Partial<CloseDraft> => ({
  day: next,
  ...(price === proposed(shortage, day).price && { price: proposed(shortage, next).price }),
})

export const CloseDialog = ({ item: shortage, ...dialog }: ItemDialog<Shortage>) => (
  <FormDialog
    {...dialog}
    call={clearingCalls.closeShortage}
    params={{ shortageId: shortage._id }}
    empty={
      {
        kind: 'closeout',
        number: '',
        day: shortage.auction?.day ?? '',
        price: proposed(shortage, shortage.auction?.day ?? '').price,
      } as CloseDraft
    }
    title={`Close out the shortage of ${shortage.clientName}`}
    description={`${shortage.reason}. A close-out is at the higher of the highest price since the trade and 120 % of the last close. A second operator sees the entries and must approve them.`}
    fields={({ draft, errors, edit }) => [
      { as: 'radio', look: 'segmented', name: 'kind', label: 'Settled by', options: optionsOf(closeOutNames) },
      { name: 'number', label: 'Number of the auction settlement', placeholder: '2026221', inputMode: 'numeric' },
      {
        own: (
          <DateField
            label="Day of the auction"
            value={draft.day}
            error={errors['day']}
            onText={(day) => edit(onDay(shortage, draft, day))}
          />
        ),
      },
      { as: 'price', name: 'price', label: 'Price', hint: proposed(shortage, draft.day).hint },
    ]}
    body={({ price, ...rest }) => ({ ...rest, price: typedNumber(price) })}
    action="Close out"
  />
)

type ShowDialog = (shortage: Shortage) => void

export const shortageColumns = (end: ShowDialog, close: ShowDialog, reverse: ShowDialog): ColumnsOf<Shortage> => [
  headColumn('Client', 'lead', ({ clientName, saudaId }) => oneLine(clientName, saudaId)),
  endColumn('Value', 'figure', ({ amount }) => rupeesText(amount)),
  column('Reason', 'note', ({ reason }) => reason),
  column('Recorded', 'under', ({ recordedBy, recordedAt }) => twoLines(recordedBy, <DateTime at={recordedAt} />)),
  endColumn('End', 'line', (shortage) => endOf(shortage, end, close, reverse)),
]

/** How it ended and what can be done about it; while a request about it waits, only that request. */
function endOf(shortage: Shortage, end: ShowDialog, close: ShowDialog, reverse: ShowDialog): ReactNode {
  const { ended, pending, mayClose, mayReopen } = shortage
  const button = (text: string, show: ShowDialog) => (
    <Button variant="secondary" size="small" onClick={() => show(shortage)}>
      {text}
    </Button>
  )
  return (
    <>
      {ended && twoLines(`Ended by ${ended.by}`, ended.reason)}
      {pending ? (
        <Link to={`/proposal/${pending.proposalId}`}>{pendingNames[pending.kind]}</Link>
      ) : (
        <Row gap={2} justify="end">
          {mayReopen && button('Reverse', reverse)}
          {mayClose && button('Close out', close)}
          {!ended && button('End', end)}
        </Row>
      )}
    </>
  )
}
