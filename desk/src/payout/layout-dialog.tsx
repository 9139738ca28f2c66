import { payoutCalls } from '@sauda/contract/payout'
import {
  delimiters,
  type BankLayout,
  layoutFields,
  type LayoutDelimiter,
  type PayoutLayout,
  payoutLayouts,
} from '@sauda/contract/payout-layout'
import { DescriptionList } from '@sauda/ui/description-list'
import { Select } from '@sauda/ui/select'
import { Textarea, TextField } from '@sauda/ui/text-field'
import { fieldErrors } from '../shell/field-errors.ts'
import { FormDialog, useFormDialog } from '../shell/form-dialog.tsx'
import { needsAdministrator, type Outcome, toastOutcome } from '../shell/outcome-toast.ts'
import { useSaveLayout } from './payout.api.ts'
import { draftOf, type LayoutDraft, layoutOf } from './layout-draft.ts'
import layout from '../shell/layout.module.css'
import styles from './payout.module.css'

const [firstLayout] = payoutLayouts as readonly [PayoutLayout, ...PayoutLayout[]]
const formats = [
  { value: 'text', label: 'Text' },
  { value: 'xlsx', label: 'Excel workbook' },
]
const { body } = payoutCalls.saveLayout

export function LayoutDialog({ bank, open, onClose }: { bank: BankLayout; open: boolean; onClose: () => void }) {
  const save = useSaveLayout(bank.bankId)
  const empty = draftOf(bank.layout ?? firstLayout)
  const form = useFormDialog({ name: `layout ${bank.bankId}`, empty, mutation: save, onClose, discardOnClose: true })
  const value = layoutOf(form.draft)
  const { data } = body.safeParse(value)
  const onSuccess = (reply: Outcome) => {
    toastOutcome(reply, `Layout of ${bank.bankName} saved`, needsAdministrator)
    form.close()
  }
  const text = (name: keyof LayoutDraft, label: string, hint?: string) => (
    <TextField label={label} hint={hint} autoComplete="off" spellCheck={false} {...form.field(name)} />
  )
  const startFrom = (name: string) => {
    const chosen = payoutLayouts.find((each) => each.name === name)
    if (chosen) form.edit({ ...draftOf(chosen), corporateCode: form.draft.corporateCode })
  }
  return (
    <FormDialog
      form={form}
      open={open}
      wide
      title={`Payout file of ${bank.bankName}`}
      description="All administrators are notified by e-mail of every change. Batches created before keep their layout."
      action="Save layout"
      loadingText="Saving"
      onSubmit={(event) =>
        form.submit(event, data ? undefined : fieldErrors(body, value), () => data && save.mutate(data, { onSuccess }))
      }
    >
      <Select
        label="Start from"
        options={[
          { value: '', label: 'Current columns' },
          ...payoutLayouts.map(({ name }) => ({ value: name, label: name })),
        ]}
        value=""
        onChange={(event) => startFrom(event.target.value)}
      />
      <div className={layout.pair}>
        {text('name', 'Name')}
        {text('corporateCode', 'Corporate or client code', 'As the bank gave it to you.')}
        <Select
          label="Format"
          options={formats}
          value={form.draft.format}
          onChange={(event) => form.edit({ format: event.target.value as PayoutLayout['format'] })}
        />
        <Select
          label="Columns separated by"
          options={Object.entries(delimiters).map(([delimiter, label]) => ({ value: delimiter, label }))}
          value={form.draft.delimiter}
          disabled={form.draft.format === 'xlsx'}
          onChange={(event) => form.edit({ delimiter: event.target.value as LayoutDelimiter })}
        />
        {text('fileName', 'File name')}
        {text('internal', 'Code within the same bank', 'Empty: as to any other bank.')}
        {text('neft', 'Code for NEFT')}
        {text('rtgs', 'Code for RTGS', 'From ₹2,00,000.')}
      </div>
      <div className={`${layout.pair} ${styles.lines}`}>
        <Textarea label="First line, one column per line" optional rows={8} spellCheck={false} {...form.field('top')} />
        <Textarea label="Each payment, one column per line" rows={8} spellCheck={false} {...form.field('row')} />
      </div>
      <Fields />
      <AnswerFields text={text} />
    </FormDialog>
  )
}

const Fields = () => (
  <details>
    <summary>Fields that the file can contain</summary>
    <DescriptionList items={Object.entries(layoutFields).map(([term, value]) => ({ term: `{${term}}`, value }))} />
  </details>
)

function AnswerFields({ text }: { text: (name: keyof LayoutDraft, label: string, hint?: string) => React.ReactNode }) {
  return (
    <div className={layout.pair}>
      {text('reference', 'Answer: column of the withdrawal', 'A number from 1, or headings separated by commas.')}
      {text('amount', 'Answer: column of the amount')}
      {text('status', 'Answer: column of the status')}
      {text('utr', 'Answer: column of the UTR')}
      {text('reason', 'Answer: column of the reason')}
      {text('paid', 'Answer: words for paid', 'Separated by commas.')}
      {text('failed', 'Answer: words for failed')}
    </div>
  )
}
