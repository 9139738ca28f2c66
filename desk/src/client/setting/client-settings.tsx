import {
  type NomineeValue,
  type SegmentValue,
  settingKinds,
  settingNames,
  type SettingViews,
  type SettlementValue,
} from '@sauda/contract/client/setting'
import { frequencyNames, segmentKeys, segmentNames } from '@sauda/contract/core/setting-name'
import { DescriptionList } from '@sauda/ui/description-list'
import { sentence } from '@sauda/ui/sentence'
import { DateTime } from '@sauda/web/date-time'
import { Link } from 'react-router'
import { SettingPill } from '../../shell/pills.tsx'
import layout from '../../shell/layout.module.css'

/** A setting as text, a line for each of its parts. */
export const valueLines = {
  segment: (value: SegmentValue): readonly string[] => {
    const enabled = segmentKeys.filter((key) => value[key]).map((key) => segmentNames[key])
    return enabled.length > 0 ? enabled : ['None enabled']
  },
  nominee: ({ nominees, optedOut }: NomineeValue): readonly string[] =>
    nominees.length > 0
      ? nominees.map(({ name, relationship, share }) => `${name} (${relationship}), ${share}%`)
      : [optedOut ? 'Opted out' : 'Not Added'],
  settlement: ({ frequency }: SettlementValue): readonly string[] => [frequencyNames[frequency]],
} as const

export const linesInForce = ({ segment, nominee, settlement }: SettingViews) => ({
  segment: valueLines.segment(segment.inForce),
  nominee: valueLines.nominee(nominee.inForce),
  settlement: valueLines.settlement(settlement.inForce),
})

export function ClientSettings({ settings }: { settings: SettingViews }) {
  const lines = linesInForce(settings)
  return (
    <DescriptionList
      items={settingKinds.map((kind) => {
        const { since, request } = settings[kind]
        return {
          term: settingNames[kind],
          value: (
            <div className={layout.start}>
              {lines[kind].map((line) => (
                <div key={line}>{line}</div>
              ))}
              {since !== undefined && (
                <div className={layout.soft}>{sentence('Since {time}', { time: <DateTime at={since} /> })}</div>
              )}
              {request && (
                <div className={layout.soft}>
                  {sentence('Last request: {state}', {
                    state: (
                      <Link to={`/setting/${request._id}`}>
                        <SettingPill status={request.status} />
                      </Link>
                    ),
                  })}
                </div>
              )}
            </div>
          ),
        }
      })}
    />
  )
}
