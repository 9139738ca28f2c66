import { mayBuy } from '@sauda/contract/client/kyc'
import type { Nominee } from '@sauda/contract/client/nominee'
import {
  type NomineeValue,
  type SegmentValue,
  settingCalls,
  type SettingChange,
  settingNames,
  settingReasons,
} from '@sauda/contract/client/setting'
import { frequencyNames, type Segment, segmentKeys, segmentNames } from '@sauda/contract/core/setting-name'
import { StatusPill } from '@sauda/ui/badge'
import { Table } from '@sauda/ui/table'
import { formatDate } from '@sauda/web/date-time'
import type { ReactNode } from 'react'
import { column, type ColumnsOf, endColumn, headColumn } from '../../shell/table.tsx'
import { fetchImage, sendIdempotent } from '../../shell/api.ts'
import { CaseReview, type CaseProps } from '../../shell/case-review.tsx'
import { checkReason, type Decision, type DecisionDraft, emptyDraft } from '../../shell/decision-form.tsx'
import { Block, Evidence, Note } from '../../shell/evidence.tsx'
import { SettingPill } from '../../shell/pills.tsx'
import { Replies } from '../../shell/replies.tsx'
import type { Reply } from '@sauda/contract/platform/call'
import type { Replayable } from '@sauda/web/idempotent'

type DeskSetting = Reply<typeof settingCalls.deskSetting>

function decideSetting(requestId: string, { reason }: { reason?: string }): Promise<Replayable<DeskSetting>> {
  const params = { requestId }
  return reason === undefined
    ? sendIdempotent(settingCalls.approve, { params })
    : sendIdempotent(settingCalls.reject, { params, body: { reason } })
}

export function SettingReview({ item: setting, beside, context }: CaseProps<DeskSetting>) {
  const { _id, clientName, status, reason } = setting
  const { kind } = setting.change
  return (
    <CaseReview
      context={context}
      item={setting}
      isPending={(shown) => shown.status === 'requested'}
      status={
        <>
          <SettingPill status={status} />
          {!mayBuy(setting.isDocsVerified) && <StatusPill tone="warn">Documents not verified</StatusPill>}
        </>
      }
      since={status === 'requested' ? setting.createdAt : undefined}
      evidence={(shown) => <SettingEvidence setting={shown} beside={beside} />}
      emptyDraft={emptyDraft}
      decision={(_, { verdict }): Decision<DecisionDraft, { reason?: string }> => ({
        words: {
          approve: { label: 'Approve', button: 'Approve and activate' },
          reject: { label: 'Reject', button: 'Reject request' },
        },
        summary:
          verdict === 'approve'
            ? `${settingNames[kind]}: active from now on. ${clientName} will be notified by e-mail.`
            : verdict === 'reject'
              ? `Current settings remain unchanged. ${clientName} will get the reason by e-mail.`
              : 'Compare the request with the current settings, then approve or reject it.',
        reasons: settingReasons[kind],
        check: (chosen, text) =>
          chosen === 'approve' ? { command: {} } : checkReason(settingCalls.reject.body, { reason: text }),
      })}
      send={(command) => decideSetting(_id, command)}
      outcome={reason ? `Reason: “${reason}”` : status === 'replaced' && 'The client changed or cancelled it.'}
    />
  )
}

const SettingEvidence = ({ setting, beside }: { setting: DeskSetting; beside: ReactNode }) => (
  <Evidence what={settingNames[setting.change.kind]} at={setting.createdAt}>
    <Change change={setting.change} />
    <Replies
      replies={setting.replies}
      right="kyc.review"
      load={(replyId, signal) =>
        fetchImage(settingCalls.proof, { params: { requestId: setting._id, replyId } }, signal)
      }
    />
    {beside}
  </Evidence>
)

function Change({ change }: { change: SettingChange }) {
  if (change.kind === 'segment')
    return (
      <Block title="Segments">
        <SegmentTable requested={change.asked} inForce={change.inForce} />
      </Block>
    )
  if (change.kind === 'nominee')
    return (
      <>
        <Block title="Requested">
          <NomineeTable label="Requested nominees" value={change.asked} />
        </Block>
        {change.inForce && (
          <Block title="Active">
            <NomineeTable label="Current nominees" value={change.inForce} />
          </Block>
        )}
      </>
    )
  return (
    <Block
      title="Settlement of unused funds"
      facts={[
        { term: 'Requested', value: frequencyNames[change.asked.frequency] },
        change.inForce && { term: 'Active', value: frequencyNames[change.inForce.frequency] },
      ]}
    />
  )
}

const columns: ColumnsOf<Nominee> = [
  headColumn('Nominee', 'line', ({ name }) => name),
  column('Relationship', 'line', ({ relationship }) => relationship),
  column('Born', 'line', ({ bornOn }) => (bornOn === undefined ? '–' : formatDate(bornOn))),
  column('Guardian', 'line', ({ guardian }) => guardian ?? '–'),
  endColumn('Share', 'line', ({ share }) => <span className="tabular">{share}%</span>),
]

function NomineeTable({ label, value }: { label: string; value: NomineeValue }) {
  if (value.nominees.length === 0)
    return <Note>{value.optedOut ? 'The client opted out of nomination.' : 'No nominee added.'}</Note>
  return <Table label={label} columns={columns} rows={value.nominees} rowKey={({ name }) => name} />
}

function SegmentTable({ requested, inForce }: { requested: SegmentValue; inForce: SegmentValue | undefined }) {
  const columns: ColumnsOf<Segment> = [
    headColumn('Segment', 'line', (key) => segmentNames[key]),
    inForce !== undefined && column('Active', 'line', (key) => words(inForce[key])),
    column('Requested', 'line', (key) =>
      inForce && inForce[key] !== requested[key] ? (
        <StatusPill tone={requested[key] ? 'success' : 'warn'}>{words(requested[key])}</StatusPill>
      ) : (
        words(requested[key])
      ),
    ),
  ]
  return <Table label="Segments" columns={columns} rows={segmentKeys} rowKey={(key) => key} />
}

const words = (isOn: boolean): string => (isOn ? 'Enabled' : 'Disabled')
