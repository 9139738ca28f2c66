import { type SegmentValue } from '@sauda/contract/client/setting'
import { segmentKeys, segmentNames } from '@sauda/contract/core/setting-name'
import { Switch } from '@sauda/ui/checkbox'
import { sentence } from '@sauda/ui/sentence'
import { Skeleton } from '@sauda/ui/skeleton'
import { Row, Stack } from '@sauda/ui/stack'
import { Layers } from 'lucide-react'
import { useState } from 'react'
import { photoOf, ProofPicker } from '../../shell/proof-picker.tsx'
import { SettingForm, SettingScreen, useSettingDraft, type SettingAction } from './setting-screen.tsx'
import styles from './setting.module.css'
import { useSettingRequests, type Settings } from './setting.api.ts'
import { settingText } from './setting.text.ts'

export default function Segment() {
  return (
    <SettingScreen
      title="Manage Segment"
      icon={<Layers />}
      description="We review each request before switching a segment on."
      waiting={
        <div className="lines">
          {segmentKeys.map((key) => (
            <Row key={key} tight justify="between" gap={4} className={styles.segment}>
              <Skeleton shape="title" />
            </Row>
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
  const [edits, change, send] = useSettingDraft<Partial<SegmentValue>>('segment', {}, action)
  const pending = request?.status === 'requested' ? request.value : undefined
  const values = { ...(pending ?? active), ...edits }
  const [proof, setProof] = useState<File | null>(null)
  const sendWithProof = async () => {
    const photo = proof && needsProof(values, active) ? await photoOf(proof) : undefined
    const result = await requests.segment(values, photo)
    setProof(null)
    return result
  }
  const isChanged = segmentKeys.some((key) => values[key] !== (pending ?? active)[key])
  return (
    <SettingForm
      label="Enable/Disable Segments"
      unchanged={!isChanged}
      action={action}
      onSend={() => send(sendWithProof)}
      setting={segment}
      requested={request && changeList(active, request.value)}
      pendingProof={pending && needsProof(pending, active) ? 'Add proof of income' : undefined}
    >
      <ul className="lines">
        {segmentKeys.map((key) => (
          <li key={key} className={styles.segment}>
            <Row justify="between" gap="0 4">
              <span className="medium">{segmentNames[key]}</span>
              <Switch
                label={
                  <>
                    <span className="visually-hidden">{segmentNames[key]} </span>
                    {values[key] ? 'Enabled' : 'Disabled'}
                    {pending &&
                      edits[key] === undefined &&
                      pending[key] !== active[key] &&
                      ` ${settingText.onceApproved}`}
                  </>
                }
                checked={values[key]}
                onChange={(event) => change({ ...edits, [key]: event.target.checked })}
              />
            </Row>
            <p className="faint">{settingText.segments[key]}</p>
          </li>
        ))}
      </ul>
      {isChanged && (
        <div>
          <p className="note">{settingText.toRequest}</p>
          {changeList(pending ?? active, values)}
        </div>
      )}
      {needsProof(values, active) && (
        <ProofPicker
          label="Proof of income (optional)"
          hint={`We may ask for it before we enable FnO or Commodity. ${settingText.proofHint}`}
          file={proof}
          onFile={setProof}
        />
      )}
    </SettingForm>
  )
}

/** FnO and Commodity, if not active yet. */
const needsProof = (wanted: SegmentValue, active: SegmentValue): boolean =>
  (wanted.fno && !active.fno) || (wanted.commodity && !active.commodity)

/** Only what would change; a rejected request may equal the active setting by now. */
function changeList(from: SegmentValue, to: SegmentValue) {
  const changed = segmentKeys.filter((key) => from[key] !== to[key])
  return (
    <Stack as="ul" gap={1} className="md balance">
      {(changed.length > 0 ? changed : segmentKeys).map((key) => (
        <li key={key}>
          {sentence(to[key] ? 'Enable {segment}' : 'Disable {segment}', { segment: segmentNames[key] })}
        </li>
      ))}
    </Stack>
  )
}
