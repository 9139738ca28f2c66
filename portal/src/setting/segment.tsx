import { segmentKeys, segmentNames, type Segment as Key, type SegmentValue } from '@sauda/contract/setting'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Switch } from '@sauda/ui/checkbox'
import { sentence } from '@sauda/ui/sentence'
import { Skeleton } from '@sauda/ui/skeleton'
import { Stack } from '@sauda/ui/stack'
import { Layers } from 'lucide-react'
import type { SubmitEvent } from 'react'
import { useKept } from '../shell/kept.ts'
import { SettingScreen, type Deed } from './setting-screen.tsx'
import styles from './setting.module.css'
import { useSettingRequests, type Settings } from './setting.api.ts'
import { Standing } from './standing.tsx'

const what: Record<Key, string> = {
  equity: 'Shares of companies, bought and sold for delivery',
  fno: 'Futures and options on shares and indices',
  currency: 'Futures and options on the rupee and other currencies',
  commodity: 'Futures and options on gold, crude oil and other goods',
}

/** Which markets the client wants to trade in. */
export default function Segment() {
  return (
    <SettingScreen
      title="Manage Segment"
      icon={<Layers aria-hidden="true" />}
      description="Choose the markets you want to trade in. We check each request before it is in force."
      waiting={
        <div className={styles.segments}>
          {segmentKeys.map((key) => (
            <div key={key} className={styles.segment}>
              <Skeleton shape="title" />
            </div>
          ))}
        </div>
      }
    >
      {(settings, deed) => <SegmentForm segment={settings.segment} deed={deed} />}
    </SettingScreen>
  )
}

function SegmentForm({ segment, deed }: { segment: Settings['segment']; deed: Deed }) {
  const { inForce, request } = segment
  const requests = useSettingRequests()
  const [edits, setEdits] = useKept<Partial<SegmentValue>>('segment', {})
  const waiting = request?.status === 'requested' ? request.value : undefined
  const values = { ...(waiting ?? inForce), ...edits }
  const send = async () => {
    const done = await deed.run(() => requests.segment(values))
    // What was changed meanwhile has not been sent.
    if (done) setEdits((now) => (now === edits ? {} : now))
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void send()
  }
  return (
    <>
      <Standing
        of={segment}
        inForce={enabledWords(inForce)}
        asked={request && changeWords(inForce, request.value)}
        busy={deed.busy}
        onTakeBack={(id) => deed.run(() => requests.takeBack(id))}
      />
      <form onSubmit={submit}>
        <Stack gap={6}>
          <ul className={styles.segments}>
            {segmentKeys.map((key) => (
              <li key={key} className={styles.segment}>
                <div>
                  <span className={styles.name}>{segmentNames[key]}</span>
                  <p>{what[key]}</p>
                </div>
                <Switch
                  label={
                    <>
                      <span className="visually-hidden">{segmentNames[key]} </span>
                      {words(values[key])}
                    </>
                  }
                  checked={values[key]}
                  onChange={(event) => {
                    setEdits({ ...edits, [key]: event.target.checked })
                    deed.forget()
                  }}
                />
              </li>
            ))}
          </ul>
          {deed.fault && <AlertBanner tone="error">{deed.fault}</AlertBanner>}
          <Button type="submit" full loading={deed.busy}>
            Enable/Disable Segments
          </Button>
        </Stack>
      </form>
    </>
  )
}

const words = (isOn: boolean): string => (isOn ? 'Enabled' : 'Disabled')

function enabledWords(value: SegmentValue): string {
  const enabled = segmentKeys.filter((key) => value[key]).map((key) => segmentNames[key])
  return enabled.length > 0 ? enabled.join(', ') : 'No segment is enabled'
}

/** Only what would change; a refused request may be what is in force by now. */
function changeWords(from: SegmentValue, to: SegmentValue) {
  const changed = segmentKeys.filter((key) => from[key] !== to[key])
  return (
    <ul className={styles.lines}>
      {(changed.length > 0 ? changed : segmentKeys).map((key) => (
        <li key={key}>
          {sentence(to[key] ? 'Enable {segment}' : 'Disable {segment}', { segment: segmentNames[key] })}
        </li>
      ))}
    </ul>
  )
}
