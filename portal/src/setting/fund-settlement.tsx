import { frequencies, frequencyNames, type Frequency } from '@sauda/contract/setting'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { RadioGroup } from '@sauda/ui/radio-group'
import { Skeleton } from '@sauda/ui/skeleton'
import { Stack } from '@sauda/ui/stack'
import { CalendarClock } from 'lucide-react'
import type { SubmitEvent } from 'react'
import { useKept } from '../shell/kept.ts'
import { SettingScreen, type Deed } from './setting-screen.tsx'
import { useSettingRequests, type Settings } from './setting.api.ts'
import { Standing } from './standing.tsx'

const notes: Record<Frequency, string> = {
  monthly: 'Monthly, on the day the exchange sets for the month',
  quarterly: 'Quarterly, on the day the exchange sets for the quarter',
}

/** How often unused funds go back to the client's bank. */
export default function FundSettlement() {
  return (
    <SettingScreen
      title="Fund Settlement Frequency"
      icon={<CalendarClock aria-hidden="true" />}
      description="How often funds you do not use go back to your bank details."
      waiting={<Skeleton shape="block" />}
    >
      {(settings, deed) => <SettlementForm settlement={settings.settlement} deed={deed} />}
    </SettingScreen>
  )
}

function SettlementForm({ settlement, deed }: { settlement: Settings['settlement']; deed: Deed }) {
  const { inForce, request } = settlement
  const requests = useSettingRequests()
  const [chosen, setChosen] = useKept<Frequency | undefined>('settlement', undefined)
  const waiting = request?.status === 'requested' ? request.value.frequency : undefined
  const frequency = chosen ?? waiting ?? inForce.frequency
  const send = async () => {
    const done = await deed.run(() => requests.settlement({ frequency }))
    // What was chosen meanwhile has not been sent.
    if (done) setChosen((now) => (now === chosen ? undefined : now))
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void send()
  }
  return (
    <>
      <Standing
        of={settlement}
        inForce={frequencyNames[inForce.frequency]}
        asked={request && frequencyNames[request.value.frequency]}
        busy={deed.busy}
        onTakeBack={(id) => deed.run(() => requests.takeBack(id))}
      />
      <form onSubmit={submit}>
        <Stack gap={6}>
          <RadioGroup
            label="Settle my unused funds"
            name="frequency"
            value={frequency}
            options={frequencies.map((value) => ({ value, label: frequencyNames[value], note: notes[value] }))}
            onValueChange={(value) => {
              setChosen(value as Frequency)
              deed.forget()
            }}
          />
          {deed.fault && <AlertBanner tone="error">{deed.fault}</AlertBanner>}
          <Button type="submit" full loading={deed.busy}>
            Update Frequency
          </Button>
        </Stack>
      </form>
    </>
  )
}
