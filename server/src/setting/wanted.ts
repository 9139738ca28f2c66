import { nomineeValue, segmentValue, settlementValue } from '@sauda/contract/setting'
import type { NomineeValue, SegmentValue, SettlementValue } from '@sauda/contract/setting'
import type { SettingRow } from './setting.sql.ts'

export type Wanted =
  | { readonly kind: 'segment'; readonly value: SegmentValue }
  | { readonly kind: 'nominee'; readonly value: NomineeValue }
  | { readonly kind: 'settlement'; readonly value: SettlementValue }

export function wantedOf({ kind, value }: Pick<SettingRow, 'kind' | 'value'>): Wanted {
  if (kind === 'segment') return { kind, value: segmentValue.parse(value) }
  if (kind === 'nominee') return { kind, value: nomineeValue.parse(value) }
  return { kind, value: settlementValue.parse(value) }
}
