import {
  type CodeColumn,
  codeColumns,
  codeColumnText,
  codeMeanings,
  type ExchangeCode,
  exchangeFileCalls,
} from '@sauda/contract/trading/exchange-file'
import { exchanges } from '@sauda/contract/trading/market'
import { Card } from '@sauda/ui/card'
import { Table } from '@sauda/ui/table'
import { column, type ColumnsOf, headColumn } from '../../shell/table.tsx'
import { useCall } from '../../shell/api.ts'
import { FormDialog, optionsOf, type DialogState, DialogButton } from '../../shell/form-dialog.tsx'
import { useCan } from '../../shell/me.ts'

const meaningOf = ({ column, meaning }: ExchangeCode): string =>
  (codeMeanings[column] as Readonly<Record<string, string>>)[meaning] ?? meaning

const columns: ColumnsOf<ExchangeCode> = [
  headColumn('Code', 'lead', ({ code }) => code),
  column('Column', 'line', ({ exchange, column }) => `${exchange}, ${codeColumnText(column)}`),
  column('Meaning', 'line', meaningOf),
]

/** An unknown code stops a file, so administrators add what the exchanges introduce. */
export function Codes() {
  const codes = useCall(exchangeFileCalls.list, {}).data?.codes ?? []
  if (!useCan()('operator.manage')) return null
  return (
    <Card
      title="Codes"
      aside={
        <DialogButton size="small" dialog={CodeDialog}>
          Add or change a code
        </DialogButton>
      }
    >
      <details>
        <summary>{`What the ${codes.length} known codes mean`}</summary>
        <Table
          label="Codes in trade files"
          columns={columns}
          rows={codes}
          rowKey={({ exchange, column, code }) => `${exchange} ${column} ${code}`}
        />
      </details>
    </Card>
  )
}

/** What a series does once it is added, and what it does not. */
const hints: Partial<Record<CodeColumn, string>> = {
  SctySrs:
    'From then on its trades are recorded and charged, and its securities are read from the lists. Its prices are read where the security is an instrument here. STT is charged as on a share unless “STT of a series” says otherwise. Stamp duty, brokerage and the other charges are those of shares, and accrued interest of bonds is not computed.',
  SttSrs: 'For securities without an entry of their own under Charges. Days that are booked keep their charges.',
}

const optionsFrom = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

const CodeDialog = (dialog: DialogState) => (
  <FormDialog
    {...dialog}
    call={exchangeFileCalls.setCode}
    empty={{ exchange: 'NSE', column: 'Brkr', code: '', meaning: 'own' }}
    title="Code in trade files"
    description="Take the meaning from the exchange’s circular. Member codes are in the column Brkr. A second administrator must approve it."
    fields={({ draft }) => [
      { as: 'select', name: 'exchange', label: 'Exchange', options: optionsFrom(exchanges) },
      {
        as: 'select',
        name: 'column',
        label: 'Column',
        options: codeColumns.map((value) => ({ value, label: codeColumnText(value) })),
        resets: { meaning: '' },
      },
      { name: 'code', label: 'Code', hint: hints[draft.column as CodeColumn] },
      {
        as: 'select',
        name: 'meaning',
        label: 'Meaning',
        options: optionsOf(codeMeanings[draft.column as CodeColumn], 'Remove the code'),
      },
    ]}
    action="Save"
  />
)
