import { settingStatusNames, type SettingStatus } from '@sauda/contract/setting'
import { StatusPill, type StatusTone } from '@sauda/ui/badge'

const tones: Record<SettingStatus, StatusTone> = {
  requested: 'warn',
  in_force: 'success',
  refused: 'error',
  replaced: 'neutral',
}

export function SettingPill({ status }: { status: SettingStatus }) {
  return <StatusPill tone={tones[status]}>{settingStatusNames[status]}</StatusPill>
}
