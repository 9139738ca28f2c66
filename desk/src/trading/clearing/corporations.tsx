import {
  type ClearingChoice,
  corporationCalls,
  corporationNames,
  corporationOf,
} from '@sauda/contract/trading/corporation'
import { formatDate } from '@sauda/web/date-time'
import { todayInIndia } from '@sauda/web/server-clock'
import { useCall } from '../../shell/api.ts'
import { DialogButton, type DialogState, FormDialog, optionsOf } from '../../shell/form-dialog.tsx'
import { column, type ColumnsOf, headColumn, QueryCard } from '../../shell/table.tsx'

/** At which clearing corporation each exchange clears, and from which trade day on. */
export function Corporations() {
  const query = useCall(corporationCalls.list, {})
  return (
    <QueryCard
      label="Clearing corporations"
      query={query}
      rowsOf={({ choices }) => (choices.length > 0 ? choices : [{ from: '', ...corporationOf }])}
      rowKey={({ from }) => from}
      columns={columns}
      aside={
        <DialogButton
          size="small"
          dialog={(state) => <ChooseDialog present={query.data?.choices[0] ?? corporationOf} {...state} />}
        >
          Change
        </DialogButton>
      }
    />
  )
}

const columns: ColumnsOf<ClearingChoice> = [
  headColumn('From trade day', 'lead', ({ from }) => (
    <span className="nowrap">{from === '' ? 'All trade days' : formatDate(from)}</span>
  )),
  column('NSE', 'part', ({ NSE }) => corporationNames[NSE]),
  column('BSE', 'part', ({ BSE }) => corporationNames[BSE]),
]

const ChooseDialog = ({
  present: { NSE, BSE },
  ...dialog
}: DialogState & { present: Omit<ClearingChoice, 'from'> }) => (
  <FormDialog
    {...dialog}
    call={corporationCalls.set}
    empty={{ from: todayInIndia(), NSE, BSE }}
    title="Change the clearing corporations"
    description="Trades are netted, delivered, taxed and paid out by clearing corporation. Days that are booked never change. A second operator must approve it."
    fields={[
      { as: 'date', name: 'from', label: 'From trade day' },
      { as: 'select', name: 'NSE', label: 'NSE clears at', options: optionsOf(corporationNames) },
      { as: 'select', name: 'BSE', label: 'BSE clears at', options: optionsOf(corporationNames) },
    ]}
    action="Change"
  />
)
