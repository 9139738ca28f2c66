import { parseRupees } from '@sauda/contract/platform/amount-text'
import { type Charge, chargeCalls, chargeErrors, chargeTypes, demoOnlyChargeTypes } from '@sauda/contract/money/charge'
import { EmptyState } from '@sauda/ui/empty-state'
import { rowLink } from '../../shell/lines.tsx'
import { formatDate } from '@sauda/web/date-time'
import { amountColumn, column, type ColumnsOf, headColumn, ListTable } from '../../shell/table.tsx'
import { ChargePill } from '../../shell/pills.tsx'
import { chargedGst, type GstForm } from '@sauda/contract/money/gst'
import { rupeesOf } from '@sauda/contract/platform/money'
import { Money } from '@sauda/ui/money'
import { withReplay } from '@sauda/web/idempotent'
import { typedPaise } from '../../shell/typed-number.ts'
import { FormDialog, type DialogState } from '../../shell/form-dialog.tsx'
import { useBrand } from '../../shell/page.tsx'
import layout from '../../shell/layout.module.css'

const columns: ColumnsOf<Charge> = [
  headColumn('Charge', 'under', ({ _id, reference }) => rowLink(`/charge/${_id}`, reference)),
  column('Type', 'lead', ({ chargeType }) => chargeType),
  column('Due', 'line', ({ dueDate }) => (dueDate === undefined ? '–' : formatDate(dueDate))),
  column('Status', 'state', ({ status, reversed }) => <ChargePill status={reversed ? 'reversed' : status} />),
]

/** A charge that was paid opens its money trail. */
const columnsOf = (clientId: string): ColumnsOf<Charge> => [
  ...columns,
  amountColumn(
    'With GST',
    ({ total }) => total,
    'figure',
    ({ _id: id, status, reference }) =>
      status === 'APPROVED' ? { clientId, source: { cause: id }, name: `Charge ${reference}` } : undefined,
  ),
]

interface ChargesTableProps {
  clientId: string
  charges: readonly Charge[]
  openId?: string
}

export const ChargesTable = ({ clientId, charges, openId }: ChargesTableProps) => (
  <ListTable
    label="Charges"
    columns={columnsOf(clientId)}
    rows={charges}
    selectedKey={openId ?? null}
    plain={openId !== undefined}
    empty={<EmptyState title="No charges raised yet" />}
  />
)

interface RaiseChargeProps extends DialogState {
  clientId: string
  clientName: string
  gstForm: GstForm
}

export const emptyCharge = { chargeType: '', description: '', amount: '', gst: '', dueDate: '' }

/** The total in paise, with the GST that is charged; undefined while an amount is not clear. */
export function totalOf({ amount, gst }: typeof emptyCharge, form: GstForm): bigint | undefined {
  const [paise, tax] = [typedPaise(amount), typedPaise(gst)]
  return paise === undefined || tax === undefined ? undefined : paise + chargedGst(tax, form)
}

/** Empty optional fields are not sent. */
export const chargeOf = (clientId: string, typed: typeof emptyCharge) => ({
  clientId,
  chargeType: typed.chargeType,
  description: typed.description.trim(),
  amount: rupeesOf(parseRupees(typed.amount)),
  ...(typed.gst !== '' && { gst: rupeesOf(parseRupees(typed.gst)) }),
  ...(typed.dueDate !== '' && { dueDate: typed.dueDate }),
})

function Total({ paise }: { paise: bigint | undefined }) {
  return (
    <output className={layout.total}>
      The client pays {paise === undefined ? '–' : <Money amount={paise} size="large" />}
    </output>
  )
}

export function RaiseCharge({ clientId, clientName, gstForm, ...dialog }: RaiseChargeProps) {
  const { demo } = useBrand()
  const types = chargeTypes.filter((type) => demo || !demoOnlyChargeTypes.includes(type))
  return (
    <FormDialog
      {...dialog}
      call={chargeCalls.raise}
      name={`raise ${clientId}`}
      empty={emptyCharge}
      title={`Raise a charge for ${clientName}`}
      description="Paid by UPI, outside the wallet. A withdrawal never waits for it."
      fields={({ draft }) => [
        {
          as: 'select',
          name: 'chargeType',
          label: 'Type',
          options: [{ value: '', label: 'Choose a type' }, ...types.map((type) => ({ value: type, label: type }))],
        },
        {
          as: 'textarea',
          name: 'description',
          label: 'Description',
          hint: 'Shown to the client: what the charge is for and how it is calculated.',
          rows: 2,
          maxLength: 300,
        },
        [
          { as: 'amount', name: 'amount', label: 'Amount' },
          {
            as: 'amount',
            name: 'gst',
            label: 'GST',
            optional: true,
            hint:
              gstForm === 'whole'
                ? 'IGST, because the client is in another state.'
                : 'An odd paisa is rounded down, so that CGST and SGST are equal.',
          },
        ],
        { as: 'date', name: 'dueDate', label: 'Due date', optional: true },
        {
          own: <Total paise={totalOf(draft, gstForm)} />,
        },
      ]}
      body={(typed) => chargeOf(clientId, typed)}
      check={({ amount }) => (parseRupees(amount) === 0n ? { amount: chargeErrors.amountNeeded.message } : undefined)}
      action="Raise charge"
      checkAt="the client’s page"
      done={(raised) => withReplay('raised', raised, `${raised.reference} raised. ${clientName} has been notified`)}
    />
  )
}
