import { statementLayout, type StatementLayout } from '@sauda/contract/money/statement-layout'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { Select } from '@sauda/ui/select'
import { Row } from '@sauda/ui/stack'
import { Table, type TableColumn } from '@sauda/ui/table'
import { errorMessage } from '@sauda/web/api-error'
import { useState } from 'react'
import styles from './reconciliation.module.css'
import { reconciliationCalls } from '@sauda/contract/money/reconciliation'
import { column } from '../../shell/table.tsx'
import { useChange, callApi } from '../../shell/api.ts'

type Meaning = Exclude<keyof StatementLayout, 'header'>

const meanings: readonly { meaning: Meaning; label: string }[] = [
  { meaning: 'date', label: 'Date' },
  { meaning: 'text', label: 'Narration' },
  { meaning: 'reference', label: 'Reference, if any' },
  { meaning: 'withdrawal', label: 'Paid out (debit)' },
  { meaning: 'deposit', label: 'Received (credit)' },
  { meaning: 'amount', label: 'Amount, if both are in one column' },
  { meaning: 'type', label: 'Cr or Dr of the amount' },
  { meaning: 'balance', label: 'Running balance' },
  { meaning: 'balanceType', label: 'Cr or Dr of the balance, if overdrawn' },
]

interface LayoutEditorProps {
  /** The first rows of the file. */
  rows: readonly (readonly string[])[]
  bankAccountId: string
  /** Chosen before for this account. */
  saved: StatementLayout | undefined
  onSaved: () => void
}

/** Names the columns of a statement whose header is not understood. */
export function LayoutEditor({ rows, bankAccountId, saved, onSaved }: LayoutEditorProps) {
  const [headerRow, setHeaderRow] = useState(() => headerOf(rows, saved))
  const [places, setPlaces] = useState<Partial<Record<Meaning, number>>>(saved ?? {})
  const [problem, setProblem] = useState<string>()
  const save = useChange((body: StatementLayout) =>
    callApi(reconciliationCalls.saveLayout, { params: { bankAccountId }, body }),
  )
  const header = [...(rows[headerRow] ?? [])]
  const run = () => {
    const chosen = Object.entries(places).filter(([name, at]) => name !== 'header' && at !== undefined)
    const { data, error } = statementLayout.safeParse({ header, ...Object.fromEntries(chosen) })
    setProblem(error?.issues[0]?.message)
    if (data) save.mutate(data, { onSuccess: (saved) => !saved.waitsForSecond && onSaved() })
  }
  const below = rows.slice(headerRow + 1, headerRow + 6).map((cells, index) => ({ cells, key: String(index) }))
  return (
    <Card title="Choose the columns" aria-label="Choose the columns">
      <div className={styles.evidence}>
        <p>The columns are remembered for this bank account. Nothing is imported yet.</p>
        <div className={styles.places}>
          <Select
            label="Row with the names of the columns"
            options={rows.map((cells, index) => ({ value: String(index), label: rowLabel(cells, index) }))}
            value={String(headerRow)}
            onChange={({ target: { value } }) => {
              setHeaderRow(Number(value))
              setPlaces({})
            }}
          />
          {meanings.map(({ meaning, label }) => (
            <Select
              key={meaning}
              label={label}
              options={[{ value: '', label: 'None' }, ...header.map(columnChoice)]}
              value={String(places[meaning] ?? '')}
              onChange={({ target: { value } }) =>
                setPlaces({ ...places, [meaning]: value === '' ? undefined : Number(value) })
              }
            />
          ))}
        </div>
        {(problem ?? save.error) && <AlertBanner tone="error">{problem ?? errorMessage(save.error)}</AlertBanner>}
        <Row>
          <Button loading={save.isPending} onClick={run}>
            Save and preview
          </Button>
        </Row>
        {save.data?.waitsForSecond && (
          <AlertBanner tone="warn" title="A second operator must approve these columns">
            The request is in the queue. Once it is approved, choose the file again.
          </AlertBanner>
        )}
        <Table
          label="First rows of the file"
          narrow="scroll"
          columns={header.map(sampleColumn)}
          rows={below}
          rowKey={({ key }) => key}
        />
      </div>
    </Card>
  )
}

type Sample = { cells: readonly string[]; key: string }

const nameOf = (name: string, index: number): string => (name === '' ? `Column ${index + 1}` : name)
const columnChoice = (name: string, index: number) => ({ value: String(index), label: nameOf(name, index) })
const sampleColumn = (name: string, index: number): TableColumn<Sample> =>
  column(nameOf(name, index), 'line', ({ cells }) => cells[index] ?? '')

const rowLabel = (cells: readonly string[], index: number): string => {
  const text = cells.filter((cell) => cell !== '').join(', ')
  return `Row ${index + 1}: ${text.length > 60 ? `${text.slice(0, 60)}…` : text}`
}

/** The header chosen before, or the first of the rows with most filled cells. */
function headerOf(rows: LayoutEditorProps['rows'], saved: StatementLayout | undefined): number {
  const same = rows.findIndex((cells) => saved !== undefined && cells.join('|') === saved.header.join('|'))
  const filled = rows.map((cells) => cells.filter((cell) => cell !== '').length)
  return same >= 0 ? same : filled.indexOf(Math.max(...filled))
}
