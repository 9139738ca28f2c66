import { type ActionFile, type BookedAction, corporateActionCalls } from '@sauda/contract/trading/corporate-action'
import { ratioText } from '@sauda/contract/trading/corporate-action-name'
import { capitalize } from '@sauda/contract/platform/sentence'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { Row } from '@sauda/ui/stack'
import { Table } from '@sauda/ui/table'
import { DateTime, formatDate } from '@sauda/web/date-time'
import { todayInIndia } from '@sauda/web/server-clock'
import type { ReactNode } from 'react'
import { useCall } from '../../shell/api.ts'
import { FormDialog, type ItemDialog, reasonField, useItemDialog } from '../../shell/form-dialog.tsx'
import { priceText, quantityText } from '../../shell/format.ts'
import { SendFile, useUpload } from '../../shell/import-file.tsx'
import { Faint, Lines, twoLines } from '../../shell/lines.tsx'
import { buttonColumn, column, type ColumnsOf, endColumn, headColumn, QueryCard } from '../../shell/table.tsx'
import { typedNumber } from '../../shell/typed-number.ts'
import { ActionDialog, type Known } from './action-dialog.tsx'

/** Splits, bonuses and other actions of companies: the exchange's list, and what is booked. */
export function CorporateActions() {
  const query = useCall(corporateActionCalls.list, {})
  const file = useUpload(corporateActionCalls.readFile)
  const action = useItemDialog<Known>((props) => <ActionDialog {...props} />)
  const pay = useItemDialog<BookedAction>((props) => <PayDialog {...props} />)
  const reverse = useItemDialog<BookedAction>((props) => <ReverseDialog {...props} />)
  return (
    <>
      <SendFile
        title="Corporate actions"
        aside={
          <Button variant="secondary" size="small" onClick={() => action.show({})}>
            Add action
          </Button>
        }
        label="List of corporate actions"
        hint="Corporate actions file of NSE (CF-CA-equities or C_CORPACT): CSV, zip or gzip. Actions that only BSE publishes are added by hand. Nothing is booked from the file alone: each action is completed and sent for approval."
        send={file}
        imported={({ name, rows, understood }) => `${name}: ${rows} rows, ${understood.length} understood.`}
      />
      {file.data && <FileRows file={file.data} onComplete={action.show} />}
      {!(query.isSuccess && query.data.actions.length === 0) && (
        <QueryCard
          title="Booked"
          label="Corporate actions"
          query={query}
          rowsOf={({ actions }) => actions}
          columns={[
            ...columns,
            endColumn<BookedAction>('What can be done', 'line', (row) => buttonsOf(row, pay.show, reverse.show)),
          ]}
          rowKey={({ _id }) => _id}
        />
      )}
      {action.dialog}
      {pay.dialog}
      {reverse.dialog}
    </>
  )
}

type Understood = ActionFile['understood'][number]

const understoodColumns: ColumnsOf<Understood> = [
  headColumn('Share', 'lead', ({ symbol, stockName }) =>
    twoLines(symbol, stockName === undefined ? 'Not in the list of instruments' : undefined),
  ),
  column('Action', 'under', (row) => twoLines(capitalize(ratioText(row)), row.purpose)),
  column('Ex-date', 'line', ({ exDate }) => formatDate(exDate)),
  endColumn('Clients', 'line', ({ clients }) => clients),
]

/** The rows that are understood, those of shares that clients hold first, and those that are not used. */
function FileRows({ file, onComplete }: { file: ActionFile; onComplete: (known: Known) => void }) {
  const { name, understood, unused } = file
  return (
    <>
      {understood.length > 0 && (
        <Card title={`Understood in ${name}`} flush>
          <Table
            label={`Understood in ${name}`}
            columns={[
              ...understoodColumns,
              buttonColumn<Understood>(
                'Next step',
                'Complete',
                (row) => onComplete({ ...row, file: name }),
                ({ symbol }) => symbol,
              ),
            ]}
            rows={understood}
            rowKey={({ line }) => String(line)}
          />
        </Card>
      )}
      {unused.length > 0 && (
        <Card title={`${unused.length} ${unused.length === 1 ? 'row is' : 'rows are'} not used`}>
          <Lines>
            {unused.slice(0, 50).map(({ line, symbol, purpose, reason }) => (
              <span key={line}>
                {`Line ${line}, ${symbol}: “${purpose}”. `}
                <Faint>{reason}</Faint>
              </span>
            ))}
            {unused.length > 50 && <Faint>{`${unused.length - 50} more.`}</Faint>}
          </Lines>
        </Card>
      )}
    </>
  )
}

const columns: ColumnsOf<BookedAction> = [
  headColumn('Action', 'lead', ({ name, stockName }) => twoLines(stockName, name, true)),
  column('Ratio', 'under', (row) => twoLines(capitalize(ratioText(row)), row.source)),
  column('Ex-date', 'line', ({ exDate }) => <span className="nowrap">{formatDate(exDate)}</span>),
  endColumn('Clients', 'line', ({ clients }) => clients),
  column('Paid in cash', 'line', fractionText),
  column('Booked', 'line', ({ requestedBy, decidedBy, bookedAt, reversed }) =>
    reversed
      ? twoLines(`Reversed by ${reversed.by}`, reversed.reason)
      : twoLines(requestedBy === decidedBy ? decidedBy : `${requestedBy} and ${decidedBy}`, <DateTime at={bookedAt} />),
  ),
]

function fractionText({ kind, openFraction, fractionPrice, fractionPaidOn, reversed }: BookedAction): ReactNode {
  if (reversed) return '–'
  if (fractionPrice !== undefined && fractionPaidOn !== undefined)
    return twoLines(`Paid at ${priceText(fractionPrice)}`, formatDate(fractionPaidOn))
  return openFraction > 0 ? `${quantityText(openFraction)} ${kind === 'tender' ? 'blocked' : 'to be paid'}` : '–'
}

type Show = (action: BookedAction) => void

const buttonsOf = (action: BookedAction, pay: Show, reverse: Show): ReactNode =>
  action.reversed === undefined && (
    <Row gap={2} justify="end">
      {action.openFraction > 0 && action.fractionPrice === undefined && action.kind !== 'tender' && (
        <Button variant="secondary" size="small" onClick={() => pay(action)}>
          {paidName(action)}
        </Button>
      )}
      <Button variant="secondary" size="small" onClick={() => reverse(action)}>
        Reverse
      </Button>
    </Row>
  )

const paidName = ({ kind }: BookedAction): string => (kind === 'buyback' ? 'Buyback paid' : 'Fractions paid')

const PayDialog = ({ item: action, ...dialog }: ItemDialog<BookedAction>) => (
  <FormDialog
    {...dialog}
    call={corporateActionCalls.pay}
    params={{ actionId: action._id }}
    empty={{ price: '', paidOn: todayInIndia() }}
    title={`${paidName(action)}: ${action.stockName}`}
    description={`The company paid ${quantityText(action.openFraction)} shares in cash to the clients’ own bank accounts. They count as sold on that day, and their cost leaves the books. A second operator must approve it.`}
    fields={[
      { as: 'price', name: 'price', label: 'Price per share' },
      { as: 'date', name: 'paidOn', label: 'Paid on' },
    ]}
    body={({ price, paidOn }) => ({ price: typedNumber(price), paidOn })}
    action="Send for approval"
  />
)

const ReverseDialog = ({ item: action, ...dialog }: ItemDialog<BookedAction>) => (
  <FormDialog
    {...dialog}
    call={corporateActionCalls.reverse}
    params={{ actionId: action._id }}
    empty={{ reason: '' }}
    title={`Reverse ${action.name}`}
    description={`Every lot is as before the ${ratioText(action)} of ${action.stockName}, and a payment by the company is undone. Trade days since the ex-date with sales of it are booked again. A second operator must approve it.`}
    fields={[reasonField('For example: the exchange announced another ratio.')]}
    action="Send for approval"
  />
)
