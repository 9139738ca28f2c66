import { Inbox } from 'lucide-react'
import { Avatar } from '../src/avatar.tsx'
import { Badge, Kbd, StatusPill } from '../src/badge.tsx'
import { Button } from '../src/button.tsx'
import { Card } from '../src/card.tsx'
import { DescriptionList } from '../src/description-list.tsx'
import { EmptyState } from '../src/empty-state.tsx'
import { HonestyMark } from '../src/honesty-mark.tsx'
import { Money } from '../src/money.tsx'
import { Row, Stack } from '../src/stack.tsx'
import { Table, type TableColumn } from '../src/table.tsx'
import { useState } from 'react'

interface Entry {
  id: string
  at: string
  type: string
  amount: bigint
  status: 'PENDING' | 'SUCCESS' | 'FAILED'
}
const entries: Entry[] = [
  { id: 'TXN7F3K2Q', at: '20 Nov 2026, 10:42 am', type: 'Added', amount: 123_456_700n, status: 'SUCCESS' },
  { id: 'TXN7F3K2R', at: '19 Nov 2026, 4:05 pm', type: 'Withdrawal', amount: -500_050n, status: 'PENDING' },
  { id: 'TXN7F3K2S', at: '18 Nov 2026, 9:00 am', type: 'Added', amount: 50_000n, status: 'FAILED' },
]
const tones = { PENDING: 'warn', SUCCESS: 'success', FAILED: 'error' } as const
const columns: TableColumn<Entry>[] = [
  { key: 'id', header: 'Transaction ID', cell: (row) => row.id, rowHeader: true },
  { key: 'at', header: 'Date & Time', cell: (row) => row.at },
  { key: 'type', header: 'Type', cell: (row) => row.type },
  { key: 'status', header: 'Status', cell: (row) => <StatusPill tone={tones[row.status]}>{row.status}</StatusPill> },
  { key: 'amount', header: 'Amount', cell: (row) => <Money amount={row.amount} />, align: 'end' },
]

export function Data() {
  return (
    <Stack gap={6}>
      <Amounts />
      <Tables />
      <div className="gallery-grid">
        <Card title="Personal details">
          <DescriptionList
            items={[
              { term: 'Phone', value: '+91 98765 43210' },
              { term: 'Email', value: 'asha.rao@example.in' },
              { term: 'PAN card', value: 'ABCDE1234F' },
            ]}
          />
        </Card>
        <Card title="Charges" aside={<HonestyMark kind="simulated" />}>
          <DescriptionList
            amounts
            items={[
              { term: 'Brokerage', value: <Money amount={12000n} /> },
              { term: 'GST', value: <Money amount={2160n} /> },
              { term: 'Total', value: <Money amount={14160n} /> },
            ]}
          />
        </Card>
        <Card title="Small things">
          <Row>
            <Avatar name="Asha Devi Rao" size="large" />
            <Avatar name="Vikram" />
            <Avatar name="Asha Rao" size="small" src="/missing.png" />
          </Row>
          <Row gap={2}>
            <StatusPill>Not started</StatusPill>
            <StatusPill tone="warn">In review</StatusPill>
            <StatusPill tone="success">Verified</StatusPill>
            <StatusPill tone="error">Refused</StatusPill>
            <StatusPill tone="info">New</StatusPill>
            <Badge>12</Badge>
          </Row>
          <Row gap={2}>
            <HonestyMark kind="demo" />
            <HonestyMark kind="sample" />
          </Row>
          <p>
            Press <Kbd>A</Kbd> to accept, <Kbd>Alt</Kbd> <Kbd>T</Kbd> for messages.
          </p>
        </Card>
      </div>
    </Stack>
  )
}

function Amounts() {
  return (
    <Card>
      <Row gap={8} justify="between">
        <div>
          <div>Wallet Balance</div>
          <Money amount={123456700n} size="hero" />
        </div>
        <div>
          <div>Total P&amp;L</div>
          <Money amount={421035n} size="large" change />
        </div>
        <div>
          <div>Last profit</div>
          <Money amount={-98000n} size="large" change />
        </div>
        <div>
          <div>Cashback</div>
          <Money amount={0n} change />
        </div>
      </Row>
    </Card>
  )
}

function Tables() {
  const [chosen, setChosen] = useState<string | null>('TXN7F3K2R')
  return (
    <>
      <Card flush title="Transaction history" aside={<HonestyMark kind="sample" />}>
        <Table
          label="Transactions"
          columns={columns}
          rows={entries}
          rowKey={(row) => row.id}
          footer="Showing 3 of 3 entries"
        />
      </Card>
      <Card flush title="Queue">
        <Table
          label="Queue"
          narrow="scroll"
          columns={columns}
          rows={entries}
          rowKey={(row) => row.id}
          selectedKey={chosen}
          onRowPress={(row) => setChosen(row.id)}
        />
      </Card>
      <div className="gallery-grid">
        <Card flush title="Loading">
          <Table
            label="Loading transactions"
            columns={columns}
            rows={[]}
            rowKey={(row) => row.id}
            loading="Loading transactions..."
          />
        </Card>
        <Card flush title="Empty">
          <Table
            label="No transactions"
            columns={columns}
            rows={[]}
            rowKey={(row) => row.id}
            empty={
              <EmptyState title="No transactions found." icon={<Inbox />} action={<Button>Add fund</Button>}>
                Add money to see it here.
              </EmptyState>
            }
          />
        </Card>
      </div>
    </>
  )
}
