import { frequencies, frequencyNames, type Frequency } from '@sauda/contract/setting'
import { RadioGroup } from '@sauda/ui/radio-group'
import { Skeleton } from '@sauda/ui/skeleton'
import { CalendarClock } from 'lucide-react'
import { useDraft } from '../shell/draft.ts'
import { SettingForm, SettingScreen, type SettingAction } from './setting-screen.tsx'
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
      {(settings, action) => <SettlementForm settlement={settings.settlement} action={action} />}
    </SettingScreen>
  )
}

function SettlementForm({ settlement, action }: { settlement: Settings['settlement']; action: SettingAction }) {
  const { inForce: active, request } = settlement
  const requests = useSettingRequests()
  const [chosen, setChosen] = useDraft<Frequency | undefined>('settlement', undefined)
  const pending = request?.status === 'requested' ? request.value.frequency : undefined
  const frequency = chosen ?? pending ?? active.frequency
  const send = async () => {
    const accepted = await action.run(() => requests.settlement({ frequency }))
    // A choice made meanwhile has not been sent.
    if (accepted) setChosen((now) => (now === chosen ? undefined : now))
  }
  return (
    <SettingForm
      label="Update Frequency"
      action={action}
      send={send}
      setting={settlement}
      active={frequencyNames[active.frequency]}
      requested={request && frequencyNames[request.value.frequency]}
    >
      <RadioGroup
        label="Settle my unused funds"
        name="frequency"
        value={frequency}
        options={frequencies.map((value) => ({
          value,
          label: frequencyNames[value],
          note: settingText.frequencies[value],
        }))}
        onValueChange={(value) => {
          setChosen(value as Frequency)
          action.clearNote()
        }}
      />
    </SettingForm>
  )
}
