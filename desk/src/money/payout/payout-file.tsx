import {
  type BankLayout,
  delimiters,
  layoutFields,
  type PayoutLayout,
  payoutLayouts,
} from '@sauda/contract/money/payout-layout'
import { type DialogState, FormDialog, optionsOf, needsAdministrator, DialogButton } from '../../shell/form-dialog.tsx'
import { Faint } from '../../shell/lines.tsx'
import { useCan } from '../../shell/me.ts'
import { useLayouts } from './payout.api.ts'
import { payoutCalls } from '@sauda/contract/money/payout'
import { DescriptionList } from '@sauda/ui/description-list'
import { Select } from '@sauda/ui/select'
import { FormFields, type FormState } from '../../shell/form-field.tsx'
import layout from '../../shell/layout.module.css'
import styles from './payout.module.css'

/** The layout of a bank account's payout file, and a button that chooses another. */
export function PayoutFile({ bankId }: { bankId: string }) {
  const mayChange = useCan()('operator.manage')
  const { data, isError } = useLayouts()
  const bank = data?.find((each) => each.bankId === bankId)
  if (!bank) return isError && <Faint>Could not be loaded</Faint>
  return (
    <span className={layout.row}>
      {bank.layout?.name ?? 'Not chosen'}
      {mayChange && (
        <DialogButton className="above" size="small" dialog={(state) => <LayoutDialog bank={bank} {...state} />}>
          {bank.layout ? 'Change' : 'Choose'}
          <span className="visually-hidden">{` the payout file of ${bank.bankName}`}</span>
        </DialogButton>
      )}
    </span>
  )
}

const [firstLayout] = payoutLayouts as readonly [PayoutLayout, ...PayoutLayout[]]
const formats = [
  { value: 'text', label: 'Text' },
  { value: 'xlsx', label: 'Excel workbook' },
]

/** A layout as typed: columns as lines of text, and no nesting. */
type LayoutDraft = Pick<PayoutLayout, 'name' | 'format' | 'delimiter' | 'fileName' | 'corporateCode'> &
  PayoutLayout['modes'] &
  PayoutLayout['response'] & { top: string; row: string }

function draftOf({ modes, response, top, row, ...rest }: PayoutLayout): LayoutDraft {
  return { ...rest, ...modes, ...response, top: top.join('\n'), row: row.join('\n') }
}

function layoutOf(draft: LayoutDraft): PayoutLayout {
  const { internal, neft, rtgs, reference, amount, status, utr, reason, paid, failed, top, row, ...rest } = draft
  return {
    ...rest,
    modes: { internal, neft, rtgs },
    response: { reference, amount, status, utr, reason, paid, failed },
    top: top === '' ? [] : top.split('\n'),
    row: row.split('\n'),
  }
}

const text = (name: keyof LayoutDraft, label: string, hint?: string) =>
  ({ name, label, hint, spellCheck: false }) as const
const lines = (name: 'top' | 'row', label: string) =>
  ({ as: 'textarea', name, label, rows: 8, spellCheck: false, optional: name === 'top' }) as const

const answerFields = [
  text('reference', 'Answer: column of the withdrawal', 'A number from 1, or headings separated by commas.'),
  text('amount', 'Answer: column of the amount'),
  text('status', 'Answer: column of the status'),
  text('utr', 'Answer: column of the UTR'),
  text('reason', 'Answer: column of the reason'),
  text('paid', 'Answer: words for paid', 'Separated by commas.'),
  text('failed', 'Answer: words for failed'),
]

const LayoutDialog = ({ bank, ...dialog }: DialogState & { bank: BankLayout }) => (
  <FormDialog
    {...dialog}
    call={payoutCalls.saveLayout}
    params={{ bankId: bank.bankId }}
    empty={draftOf(bank.layout ?? firstLayout)}
    discardOnClose
    wide
    title={`Payout file of ${bank.bankName}`}
    description="All administrators are notified by e-mail of every change. Batches created before keep their layout."
    fields={(form) => [
      { own: <StartFrom form={form} /> },
      [
        text('name', 'Name'),
        text('corporateCode', 'Corporate or client code', 'As the bank gave it to you.'),
        { as: 'select', name: 'format', label: 'Format', options: formats },
        {
          as: 'select',
          name: 'delimiter',
          label: 'Columns separated by',
          options: optionsOf(delimiters),
          disabled: form.draft.format === 'xlsx',
        },
      ],
      text('fileName', 'File name'),
      text('internal', 'Code within the same bank', 'Empty: as to any other bank.'),
      [text('neft', 'Code for NEFT'), text('rtgs', 'Code for RTGS', 'From ₹2,00,000.')],
      {
        own: (
          <div className={styles.lines}>
            <FormFields
              rows={[
                [lines('top', 'First line, one column per line'), lines('row', 'Each payment, one column per line')],
              ]}
              form={form}
            />
          </div>
        ),
      },
      { own: <Fields /> },
      answerFields,
    ]}
    body={layoutOf}
    action="Save layout"
    loadingText="Saving"
    done={`Layout of ${bank.bankName} saved`}
    waiting={needsAdministrator}
  />
)

function StartFrom({ form }: { form: FormState<LayoutDraft> }) {
  const startFrom = (name: string) => {
    const chosen = payoutLayouts.find((each) => each.name === name)
    if (chosen) form.edit({ ...draftOf(chosen), corporateCode: form.draft.corporateCode })
  }
  return (
    <Select
      label="Start from"
      options={[
        { value: '', label: 'Current columns' },
        ...payoutLayouts.map(({ name }) => ({ value: name, label: name })),
      ]}
      value=""
      onChange={(event) => startFrom(event.target.value)}
    />
  )
}

const Fields = () => (
  <details>
    <summary>Fields that the file can contain</summary>
    <DescriptionList items={Object.entries(layoutFields).map(([term, value]) => ({ term: `{${term}}`, value }))} />
  </details>
)
