import { segmentKeys, segmentNames, type SegmentValue } from '@sauda/contract/setting'
import { Switch } from '@sauda/ui/checkbox'
import { sentence } from '@sauda/ui/sentence'
import { Skeleton } from '@sauda/ui/skeleton'
import { Layers } from 'lucide-react'
import { useDraft } from '../shell/draft.ts'
import { SettingForm, SettingScreen, type SettingAction } from './setting-screen.tsx'
import styles from './setting.module.css'
import { useSettingRequests, type Settings } from './setting.api.ts'
import { settingText } from './setting.text.ts'

export default function Segment() {
  return (
    <SettingScreen
      title="Manage Segment"
      icon={<Layers />}
      description="Choose the markets you want to trade in. We review each request before switching it on."
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
      {(settings, action) => <SegmentForm segment={settings.segment} action={action} />}
    </SettingScreen>
  )
}

function SegmentForm({ segment, action }: { segment: Settings['segment']; action: SettingAction }) {
  const { inForce: active, request } = segment
  const requests = useSettingRequests()
  const [edits, setEdits] = useDraft<Partial<SegmentValue>>('segment', {})
  const pending = request?.status === 'requested' ? request.value : undefined
  const values = { ...(pending ?? active), ...edits }
  const send = async () => {
    const accepted = await action.run(() => requests.segment(values))
    // A switch pressed meanwhile has not been sent.
    if (accepted) setEdits((now) => (now === edits ? {} : now))
  }
  return (
    <SettingForm
      label="Enable/Disable Segments"
      action={action}
      send={send}
      setting={segment}
      active={enabledNames(active)}
      requested={request && changeList(active, request.value)}
    >
      <ul className={styles.segments}>
        {segmentKeys.map((key) => (
          <li key={key} className={styles.segment}>
            <div>
              <span className={styles.name}>{segmentNames[key]}</span>
              <p className="faint">{settingText.segments[key]}</p>
            </div>
            <Switch
              label={
                <>
                  <span className="visually-hidden">{segmentNames[key]} </span>
                  {values[key] ? 'Enabled' : 'Disabled'}
                </>
              }
              checked={values[key]}
              onChange={(event) => {
                setEdits({ ...edits, [key]: event.target.checked })
                action.clearNote()
              }}
            />
          </li>
        ))}
      </ul>
    </SettingForm>
  )
}

function enabledNames(value: SegmentValue): string {
  const enabled = segmentKeys.filter((key) => value[key]).map((key) => segmentNames[key])
  return enabled.length > 0 ? enabled.join(', ') : 'No segment is enabled'
}

/** Only what would change; a rejected request may equal the active setting by now. */
function changeList(from: SegmentValue, to: SegmentValue) {
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
