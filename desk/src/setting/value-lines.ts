import {
  frequencyNames,
  segmentKeys,
  segmentNames,
  type NomineeValue,
  type SegmentValue,
  type SettingViews,
  type SettlementValue,
} from '@sauda/contract/setting'

/** What a setting says, a line for each of its parts. */
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
