import { paiseOf } from '@sauda/contract/platform/money'
import type { Evidence, Shown, ShownField } from '@sauda/contract/core/proposal-review'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { DescriptionList } from '@sauda/ui/description-list'
import { Money } from '@sauda/ui/money'
import { Table, type TableColumn } from '@sauda/ui/table'
import { Link } from 'react-router'
import { Block, Note } from '../../shell/evidence.tsx'
import { Facts, ShownText } from '../../shell/facts.tsx'
import { Proof } from '../../shell/replies.tsx'
import { loadContactEvidence, type ShownProposal } from './approval.api.ts'
import styles from './what-changes.module.css'

/** Everything that approving would do, as the server computed it: fields, money and evidence. */
export function WhatChanges({ proposal }: { proposal: ShownProposal }) {
  const { _id, fields, effects, evidence, obstacle, status } = proposal
  const isPending = status === 'pending'
  return (
    <>
      {obstacle !== undefined && (
        <AlertBanner tone="error" title="This cannot be carried out now">
          {obstacle}
        </AlertBanner>
      )}
      <Block title={isPending ? 'What is requested' : 'What was requested'}>
        <Fields fields={fields} />
      </Block>
      {isPending && obstacle === undefined && (
        <Block title="What happens to money">
          {effects.length === 0 ? (
            <Note>No balance changes.</Note>
          ) : (
            <DescriptionList
              amounts
              items={effects.map(({ account, amount }) => ({
                term: account.text,
                value: (
                  <>
                    <Money amount={paiseOf(amount)} change />
                    {account.to !== undefined && (
                      <>
                        {' '}
                        <Link to={account.to}>Open</Link>
                      </>
                    )}
                  </>
                ),
              }))}
            />
          )}
        </Block>
      )}
      {evidence.map((each) => (
        <OneEvidence key={`${each.type} ${each.title}`} proposalId={_id} evidence={each} />
      ))}
    </>
  )
}

const labelOf = ({ part, label }: ShownField): string => (part === undefined ? label : `${part}: ${label}`)

/** Before and after, where there is a present value that differs. */
const Fields = ({ fields }: { fields: readonly ShownField[] }) => (
  <DescriptionList
    items={fields.map((field) => ({
      term: labelOf(field),
      value: (
        <>
          {field.before && field.before.text !== field.after?.text && (
            <del className={styles.before}>
              <span className="visually-hidden">Now: </span>
              <ShownText shown={field.before} />
            </del>
          )}
          {field.after && <ShownText shown={field.after} />}
        </>
      ),
    }))}
  />
)

function OneEvidence({ proposalId, evidence }: { proposalId: string; evidence: Evidence }) {
  const { title } = evidence
  if (evidence.type === 'photo')
    return (
      <Block title={title}>
        <Proof replyId={evidence.id} load={(_, signal) => loadContactEvidence(proposalId, signal)} />
      </Block>
    )
  if (evidence.type === 'facts') return <Facts evidence={evidence} />
  return (
    <Block title={title}>
      <EvidenceTable evidence={evidence} />
    </Block>
  )
}

interface Line {
  key: string
  cells: readonly Shown[]
}

function EvidenceTable({ evidence }: { evidence: Evidence & { type: 'table' } }) {
  const { title, columns, rows, skipped, last } = evidence
  const lines = (cells: readonly Shown[][], start: number): Line[] =>
    cells.map((row, at) => ({ key: String(start + at), cells: row }))
  const shown: TableColumn<Line>[] = columns.map((header, at) => ({
    key: header,
    header,
    cell: ({ cells }) => cells[at] && <ShownText shown={cells[at]} />,
  }))
  const table = (part: readonly Line[], name: string) => (
    <Table label={name} columns={shown} rows={part} rowKey={({ key }) => key} empty={<Note>None</Note>} />
  )
  return (
    <>
      {table(lines(rows, 0), title)}
      {skipped > 0 && <Note>{`${skipped} more lines between these and the last ones`}</Note>}
      {last.length > 0 && table(lines(last, rows.length + skipped), `${title}, last lines`)}
    </>
  )
}
