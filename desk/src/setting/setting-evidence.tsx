import { frequencyNames, settingNames, type SettingChange } from '@sauda/contract/setting'
import { DescriptionList } from '@sauda/ui/description-list'
import { sentence } from '@sauda/ui/sentence'
import type { ReactNode } from 'react'
import { Block, Evidence } from '../shell/evidence.tsx'
import { DateTime } from '@sauda/web/date-time-text'
import { NomineeTable } from './nominee-table.tsx'
import { SegmentTable } from './segment-table.tsx'
import type { DeskSetting } from './setting.api.ts'

interface SettingEvidenceProps {
  setting: DeskSetting
  /** What else is known of the client. */
  beside: ReactNode
}

/** What is asked for beside what is in force. */
export function SettingEvidence({ setting, beside }: SettingEvidenceProps) {
  return (
    <Evidence
      what={settingNames[setting.change.kind]}
      beside={<span>{sentence('Requested on {time}', { time: <DateTime at={setting.createdAt} /> })}</span>}
    >
      <Change change={setting.change} />
      {beside}
    </Evidence>
  )
}

function Change({ change }: { change: SettingChange }) {
  if (change.kind === 'segment')
    return (
      <Block title="Segments">
        <SegmentTable asked={change.asked} inForce={change.inForce} />
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
    <Block title="Settlement of unused funds">
      <DescriptionList
        items={[
          { term: 'Requested', value: frequencyNames[change.asked.frequency] },
          ...(change.inForce ? [{ term: 'Active', value: frequencyNames[change.inForce.frequency] }] : []),
        ]}
      />
    </Block>
  )
}
