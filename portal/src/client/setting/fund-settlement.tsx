import { frequencies, frequencyNames, type Frequency } from '@sauda/contract/core/setting-name'
import { RadioGroup } from '@sauda/ui/radio-group'
import { Skeleton } from '@sauda/ui/skeleton'
import { formatDate } from '@sauda/web/date-time'
import { CalendarClock } from 'lucide-react'
import { SettingForm, SettingScreen, useSettingDraft, type SettingAction } from './setting-screen.tsx'
import { useSettingRequests, type Settings } from './setting.api.ts'
import { settingText } from './setting.text.ts'

export default function FundSettlement() {
  return (
    <SettingScreen
      title="Fund Settlement Frequency"
      icon={<CalendarClock />}
      description="How often we send your unused funds back to your bank."
      waiting={<Skeleton shape="block" />}
    >
      {({ settlement, nextSettlement }, action) => (
        <SettlementForm settlement={settlement} next={nextSettlement} action={action} />
      )}
    </SettingScreen>
  )
}

interface SettlementFormProps {
  settlement: Settings['settlement']
  next: Settings['nextSettlement']
  action: SettingAction
}

function SettlementForm({ settlement, next, action }: SettlementFormProps) {
  const { inForce: active, request } = settlement
  const requests = useSettingRequests()
  const [chosen, change, send] = useSettingDraft<Frequency | undefined>('settlement', undefined, action)
  const pending = request?.status === 'requested' ? request.value.frequency : undefined
  const frequency = chosen ?? pending ?? active.frequency
  return (
    <SettingForm
      label="Update Frequency"
      unchanged={frequency === (pending ?? active.frequency)}
      action={action}
      onSend={() => send(() => requests.settlement({ frequency }))}
      setting={settlement}
      active={pending === undefined ? undefined : frequencyNames[active.frequency]}
      requested={request && frequencyNames[request.value.frequency]}
    >
      <RadioGroup
        label="Settle my unused funds"
        name="frequency"
        value={frequency}
        options={frequencies.map((value) => ({
          value,
          label: frequencyNames[value],
          note: noteOf(value, next[value]),
        }))}
        onValueChange={change}
      />
    </SettingForm>
  )
}

const noteOf = (frequency: Frequency, next: string | undefined): string =>
  next === undefined
    ? settingText.frequencies[frequency]
    : `${settingText.frequencies[frequency]}. ${settingText.next(formatDate(next))}`
