import { paiseOf } from '@sauda/contract/money'
import type { ImportLine } from '@sauda/contract/trade-file'
import { Badge, StatusPill } from '@sauda/ui/badge'
import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { Table, type TableColumn } from '@sauda/ui/table'
import { Link } from 'react-router'
import { priceText, quantityText } from '../shell/format.ts'
import { Faint, Lines } from '../shell/lines.tsx'
import layout from '../shell/layout.module.css'

const money = (amount: number | undefined) => (amount === undefined ? '–' : <Money amount={paiseOf(amount)} />)

const columns: readonly TableColumn<ImportLine>[] = [
  { key: 'line', header: 'Line', rowHeader: true, cell: ({ line }) => <span className="tabular">{line}</span> },
  { key: 'reference', header: 'Reference', cell: ({ reference }) => reference || '–' },
  {
    key: 'client',
    header: 'Client',
    place: 'under',
    cell: ({ clientId, clientName, saudaId }) => (
      <Lines>
        {clientId === undefined ? (
          (clientName ?? '–')
        ) : (
          <Link to={`/clients/${clientId}?show=trades`}>{clientName}</Link>
        )}
        <Faint tabular>{saudaId}</Faint>
      </Lines>
    ),
  },
  {
    key: 'what',
    header: 'Details',
    place: 'lead',
    cell: ({ action, stockName, quantity, price, status }) => (
      <Lines>
        <span className={layout.row}>
          {action !== '' && <Badge>{action}</Badge>} {stockName}
        </span>
        <Faint tabular>
          {/* what is wrong stands as the file has it */}
          {status === 'wrong' ? `${quantity} at ${price}` : `${quantityText(quantity)} at ${priceText(price)}`}
        </Faint>
      </Lines>
    ),
  },
  { key: 'amount', header: 'Amount', align: 'end', cell: (line) => <Amount line={line} />, place: 'figure' },
  { key: 'after', header: 'Balance after', align: 'end', cell: ({ cashAfter }) => money(cashAfter) },
]

export function ImportLines({ lines, isBooked }: { lines: readonly ImportLine[]; isBooked: boolean }) {
  const newText = isBooked ? 'Booked' : lines.some(({ status }) => status === 'wrong') ? 'OK' : 'Will be booked'
  const state: TableColumn<ImportLine> = {
    key: 'state',
    header: 'Status',
    place: 'note',
    cell: (line) => <LineStatus line={line} newText={newText} />,
  }
  return (
    <Table label="Lines of the file" columns={[...columns, state]} rows={lines} rowKey={({ line }) => String(line)} />
  )
}

function Amount({ line: { amount, fromLoan, profitLoss } }: { line: ImportLine }) {
  return (
    <Lines>
      {money(amount)}
      {fromLoan !== undefined && fromLoan > 0 && (
        <Faint>{sentence('loan {amount}', { amount: money(fromLoan) })}</Faint>
      )}
      {profitLoss !== undefined && <Money amount={paiseOf(profitLoss)} change />}
    </Lines>
  )
}

function LineStatus({ line: { status, problem, warnings }, newText }: { line: ImportLine; newText: string }) {
  if (status === 'wrong')
    return (
      <Lines>
        <span>
          <StatusPill tone="error">Error</StatusPill>
        </span>
        <span>{problem}</span>
      </Lines>
    )
  return (
    <Lines>
      <span>
        {status === 'booked' ? (
          <StatusPill tone="neutral">Already booked</StatusPill>
        ) : (
          <StatusPill tone="success">{newText}</StatusPill>
        )}
      </span>
      {warnings.map((warning) => (
        <Faint key={warning}>{warning}</Faint>
      ))}
    </Lines>
  )
}
