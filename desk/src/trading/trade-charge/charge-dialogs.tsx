import { isNeeded, rateKeys, rateKeyText, rateNames } from '@sauda/contract/trading/charge-rate'
import { parseRupees } from '@sauda/contract/platform/amount-text'
import { rupeesOf } from '@sauda/contract/platform/money'
import type { Reply } from '@sauda/contract/platform/call'
import { formatCount } from '@sauda/contract/platform/decimal'
import { type ChangedPlan, type PlanView, tradeChargeCalls } from '@sauda/contract/trading/trade-charge'
import { Table } from '@sauda/ui/table'
import { formatDate } from '@sauda/web/date-time'
import { oneLine } from '../../shell/lines.tsx'
import { column, type ColumnsOf, headColumn } from '../../shell/table.tsx'
import {
  type DialogState,
  FormDialog,
  type ItemDialog,
  optionsOf,
  needsAdministrator,
} from '../../shell/form-dialog.tsx'
import { useNeedsAdministrator } from '../../shell/me.ts'
import type { ClientField, PickedClient } from '../../shell/picker.tsx'

const common = {
  description: 'Days that are already booked keep their charges.',
  checkAt: 'the list',
  waiting: needsAdministrator,
  discardOnClose: true,
}
const from = { as: 'date', name: 'from', label: 'First trade day' } as const

const useAction = (action: string): string => (useNeedsAdministrator() ? 'Send for approval' : action)

interface RateDialogProps extends DialogState {
  rate: string
  /** The present rate. */
  now: string
}

export const RateDialog = ({ rate, now, ...dialog }: RateDialogProps) => (
  <FormDialog
    {...dialog}
    {...common}
    call={tradeChargeCalls.setRate}
    name={`rate ${rate}`}
    empty={{ percent: '', from: '' }}
    title={rateNames[rate] ?? rate}
    fields={[
      [
        rate.startsWith('dp ')
          ? { as: 'price', name: 'percent', label: 'For each security and day' }
          : { as: 'number', name: 'percent', label: 'Rate in percent' },
        from,
      ],
    ]}
    body={(draft) => ({ rate, ...draft })}
    description={`Now: ${now}. ${common.description}`}
    action={useAction('Set the rate')}
  />
)

const groupRates = Object.fromEntries(
  rateKeys
    .map(rateKeyText)
    .filter((rate) => !isNeeded(rate))
    .map((rate) => [rate, rateNames[rate] ?? rate]),
)

/** Groups without a rate of their own have that of several groups. */
export const GroupRateDialog = (dialog: DialogState) => (
  <FormDialog
    {...dialog}
    {...common}
    call={tradeChargeCalls.setRate}
    empty={{ rate: Object.keys(groupRates)[0] ?? '', percent: '', from: '' }}
    title="Transaction charge of a BSE group"
    description={`Until one is set, the rates of the shares, of the groups X, XT, Z and ZP, and of P, R, SS and ST count. Take it from the exchange’s circular: the rates of single groups are not confirmed here. ${common.description}`}
    fields={[
      { as: 'select', name: 'rate', label: 'Group', options: optionsOf(groupRates) },
      [{ as: 'number', name: 'percent', label: 'Rate in percent' }, from],
    ]}
    action={useAction('Set the rate')}
  />
)

export const newPlan = { name: '', from: '', delivery: '', intraday: '', etf: '', minimum: '', dealerFee: '' }
const typedFrom = ({ name, delivery, intraday, etf, minimum, dealerFee }: PlanView): typeof newPlan => ({
  name,
  delivery,
  intraday,
  etf,
  minimum: String(minimum),
  dealerFee: String(dealerFee),
  from: '',
})

/** An empty amount is ₹0; one that is not clear is below it, and rejected. */
export const planOf = (draft: typeof newPlan) => ({
  ...draft,
  minimum: rupeesOf(parseRupees(draft.minimum)),
  dealerFee: rupeesOf(parseRupees(draft.dealerFee)),
})

export const PlanDialog = ({ item: plan, ...dialog }: ItemDialog<PlanView | undefined>) => (
  <FormDialog
    {...dialog}
    {...common}
    call={tradeChargeCalls.setPlan}
    name={`plan ${plan?.name}`}
    empty={plan ? typedFrom(plan) : newPlan}
    title={plan?.name ?? 'New brokerage plan'}
    fields={[
      !plan && { name: 'name', label: 'Name' },
      from,
      {
        name: 'delivery',
        label: 'Delivery, for each executed order',
        hint: 'For example 20, 0.25 % or lower of 20 and 0.03 %; 0 for none. By value: 10; from 50000: 20. Also: 0.25 %; at least 0.01 a share.',
      },
      { name: 'intraday', label: 'Intraday, for each executed order' },
      { name: 'etf', label: 'ETFs, for each executed order' },
      [
        { as: 'amount', name: 'minimum', label: 'Least brokerage of a day', optional: true },
        { as: 'amount', name: 'dealerFee', label: 'Order placed by a dealer', optional: true },
      ],
    ]}
    body={planOf}
    action={useAction('Set the plan')}
  />
)

const planFrom = (plans: readonly string[]) => {
  const options = optionsOf(Object.fromEntries(plans.map((plan) => [plan, plan])))
  return [{ as: 'select', name: 'plan', label: 'Plan', options } as const, from]
}

/** The item: the names of the plans. */
type AssignDialogProps = ItemDialog<readonly string[]> & { ClientPicker: ClientField }

export const AssignDialog = ({ item: plans, ClientPicker, ...dialog }: AssignDialogProps) => (
  <FormDialog
    {...dialog}
    {...common}
    call={tradeChargeCalls.assignPlan}
    empty={{ client: null as PickedClient | null, plan: plans[0] ?? '', from: '' }}
    title="Assign a plan"
    description="Without a client, the plan is for all clients who have none of their own."
    fields={({ draft, errors, edit }) => [
      {
        own: <ClientPicker value={draft.client} onPick={(client) => edit({ client })} error={errors['clientId']} />,
      },
      planFrom(plans),
    ]}
    body={({ client, plan, from: day }) => ({ ...(client && { clientId: client._id }), plan, from: day })}
    action={useAction('Assign the plan')}
  />
)

interface Assignment {
  clients: string
  plan: string
  from: string
}
type PlansPreview = Reply<typeof tradeChargeCalls.previewPlans>
export interface SeveralPlans extends Assignment {
  preview: PlansPreview
}

/** Checks the clients; `onChecked` gets what would change. */
export const SeveralDialog = ({
  item: { plans, onChecked },
  ...dialog
}: ItemDialog<{ plans: readonly string[]; onChecked: (checked: SeveralPlans) => void }>) => (
  <FormDialog
    {...dialog}
    call={tradeChargeCalls.previewPlans}
    empty={{ clients: '', plan: plans[0] ?? '', from: '' }}
    title="Assign a plan to several clients"
    fields={[
      {
        as: 'textarea',
        name: 'clients',
        label: 'Client IDs or UCCs',
        hint: 'One a line, at most 1,000.',
        rows: 6,
        maxLength: 25_000,
      },
      planFrom(plans),
    ]}
    action="Show what changes"
    done={() => undefined}
    onDone={(preview, draft) => onChecked({ ...draft, preview })}
    discardOnClose
  />
)

const planColumns: ColumnsOf<ChangedPlan> = [
  headColumn('Client', 'lead', ({ clientName, saudaId }) => oneLine(clientName, saudaId)),
  column('Plan until now', 'line', ({ before }) => before ?? 'None'),
]

export const SeveralConfirmation = ({ item, ...dialog }: ItemDialog<SeveralPlans>) => {
  const { preview, ...body } = item
  const { clients, unchanged, kept } = preview
  return (
    <FormDialog
      {...dialog}
      {...common}
      call={tradeChargeCalls.assignPlans}
      name="plans of several clients"
      title={`${body.plan} for ${clients.length === 1 ? '1 client' : `${formatCount(clients.length)} clients`}`}
      description={[
        `Trade days from ${formatDate(body.from)}.`,
        unchanged > 0 && `${formatCount(unchanged)} have this plan already.`,
        kept,
      ]
        .filter(Boolean)
        .join(' ')}
      body={() => body}
      disabled={() => clients.length === 0}
      action={useAction('Assign the plan')}
    >
      {clients.length > 0 && (
        <Table
          label="Clients whose plan changes"
          columns={planColumns}
          rows={clients}
          rowKey={({ clientId }) => clientId}
        />
      )}
    </FormDialog>
  )
}
