import type { approvalCalls } from '@sauda/contract/core/approval'
import { withFullStop } from '@sauda/contract/platform/sentence'
import type { ReactNode } from 'react'
import { column, type ColumnsOf, headColumn } from '../../shell/table.tsx'
import type { CaseProps } from '../../shell/case-review.tsx'
import { Block, Facts, Note, ShownText } from '../../shell/evidence.tsx'
import layout from '../../shell/layout.module.css'
import { unpinnedWarnings, Warnings } from '../../shell/lines.tsx'
import { useSeenVersion } from '../../shell/review.tsx'
import { SecondApproval } from '../../shell/second-approval.tsx'
import { decideProposal, fetchImage } from '../../shell/api.ts'
import { paiseOf } from '@sauda/contract/platform/money'
import type { Evidence, Shown, ShownField } from '@sauda/contract/core/proposal-review'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { DescriptionList } from '@sauda/ui/description-list'
import { Money } from '@sauda/ui/money'
import { Table, type TableColumn } from '@sauda/ui/table'
import { Link } from 'react-router'
import { Proof } from '../../shell/replies.tsx'
import type { Reply } from '@sauda/contract/platform/call'
import { contactCalls } from '@sauda/contract/client/contact'

interface ProposalReviewProps extends CaseProps<ShownProposal & { heading: string | undefined }> {
  /** The version that the first operator saw. */
  figures?: ReactNode
}

export function ProposalReview({ figures, ...props }: ProposalReviewProps) {
  const { _id, summary, reasons, status, warnings, version } = props.item
  const { seen, changed } = useSeenVersion(version, props.context.isStale)
  return (
    <SecondApproval
      {...props}
      what="proposal"
      title={summary}
      summary={(verdict) => (verdict === 'approve' ? withFullStop(summary) : 'Nothing is changed.')}
      decide={(approve) => decideProposal({ _id, version: seen }, approve)}
      outcome={{
        approved: 'It was carried out.',
        rejected: 'Nothing was changed.',
        lapsed:
          'The operator who requested it no longer has the right to. Nothing was changed; it can be requested again.',
      }}
      evidence={
        <>
          {status === 'pending' && (
            <Warnings title="Please check before you approve" warnings={unpinnedWarnings(warnings)} />
          )}
          {status === 'pending' && changed}
          <WhatChanges proposal={props.item} />
          {figures}
        </>
      }
      why={
        <Block title="Needs two operators">
          <ul className={layout.warnings}>
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </Block>
      }
    />
  )
}

/** The effect of an approval as the server computed it: fields, money and evidence. */
function WhatChanges({ proposal }: { proposal: ShownProposal }) {
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

const changeColumns: ColumnsOf<ShownField> = [
  headColumn('Field', 'lead', ({ label }) => label),
  column('Now', 'line', ({ before }) => (before ? <ShownText shown={before} /> : '–')),
  column('New', 'line', ({ after }) => (after ? <ShownText shown={after} /> : '–')),
]

/** The part of the payload, if there are several. */
const partsOf = (fields: readonly ShownField[]) =>
  new Set(fields.map(({ part }) => part)).size > 1
    ? { keyOf: ({ part = '' }: ShownField) => part, heading: (part: string) => part }
    : undefined

/** What changes as a table of old and new; what stays or is only named as terms. */
function Fields({ fields }: { fields: readonly ShownField[] }) {
  const changed = fields.filter(({ before, after }) => before && before.text !== after?.text)
  const named = fields.filter((field) => !changed.includes(field))
  const parts = partsOf(changed)
  return (
    <>
      {named.length > 0 && (
        <DescriptionList
          items={named.map((field) => ({
            term: labelOf(field),
            value: field.after && <ShownText shown={field.after} />,
          }))}
        />
      )}
      {changed.length > 0 && (
        <Table
          label="Changes"
          columns={changeColumns}
          rows={changed}
          rowKey={labelOf}
          {...(parts && { group: parts })}
        />
      )}
    </>
  )
}

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
  const shown: TableColumn<Line>[] = columns.map((header, at) =>
    column(header, 'line', ({ cells }) => cells[at] && <ShownText shown={cells[at]} />),
  )
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

type ShownProposal = Reply<typeof approvalCalls.proposal>

const loadContactEvidence = (proposalId: string, signal: AbortSignal) =>
  fetchImage(contactCalls.evidence, { params: { proposalId } }, signal)
