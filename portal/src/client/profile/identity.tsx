import type { KycStatus } from '@sauda/contract/client/kyc'
import { Avatar } from '@sauda/ui/avatar'
import { StatusPill, type StatusTone, Kbd } from '@sauda/ui/badge'
import { ProgressBar } from '@sauda/ui/progress-bar'
import { sentence } from '@sauda/ui/sentence'
import { SkeletonText } from '@sauda/ui/skeleton'
import { Panel, Row, Stack } from '@sauda/ui/stack'
import { ApiError } from '@sauda/web/api-error'
import { CopyButton } from '@sauda/web/copy-button'
import { hourInIndia } from '@sauda/web/date-time'
import { useBusy, useObjectUrl } from '@sauda/web/hooks'
import { Camera } from 'lucide-react'
import { useState } from 'react'
import { PhotoError } from '../../shell/photo-error.ts'
import { drawPhoto, encodePhoto, photoTypes } from '../../shell/photo.ts'
import { greeting } from './greeting.ts'
import { useUploadPhoto, type Profile } from './profile.api.ts'
import styles from './profile.module.css'
import { valueText } from './value.text.ts'
import { Card } from '@sauda/ui/card'
import { Switch } from '@sauda/ui/checkbox'
import { useStore } from '@sauda/web/store'
import { destinations } from '../../shell/frame.tsx'
import { shortcutsOff } from '../../shell/amounts.tsx'

const tones: Record<KycStatus, StatusTone> = {
  UNVERIFIED: 'neutral',
  PENDING: 'warn',
  VERIFIED: 'success',
  REVOKED: 'warn',
}

export function Identity({ profile: { name, saudaId, profileImageUrl, isDocsVerified } }: { profile: Profile }) {
  const [hour] = useState(hourInIndia)
  return (
    <Panel as="section" className={`entry ${styles.identity}`} aria-label="You">
      <Row gap={4}>
        <PhotoControl name={name} src={profileImageUrl} />
        <Stack gap={1} align="start" className={styles.text}>
          <h2>
            {sentence('{greeting}, {name}', {
              greeting: <span className="soft">{greeting(hour)}</span>,
              name,
            })}
          </h2>
          <Row as="p" tight gap={1}>
            <span className="dim sm nowrap">CLIENT ID</span>
            <span className="strong tabular" translate="no">
              {saudaId}
            </span>
            <CopyButton text={saudaId} name="Copy your ID" done="Your ID copied" icon />
          </Row>
          <StatusPill tone={tones[isDocsVerified]}>{valueText.documents[isDocsVerified]}</StatusPill>
        </Stack>
      </Row>
    </Panel>
  )
}

export const IdentityWaiting = () => (
  <Panel className={`entry ${styles.identity}`}>
    <SkeletonText label="Loading..." lines={3} />
  </Panel>
)

const longestSide = 1024

function PhotoControl({ name, src }: { name: string; src: string }) {
  const [preview, setPreview] = useState<File>()
  const [error, setError] = useState('')
  const url = useObjectUrl(preview)
  const { upload, percent } = useUploadPhoto()
  const [busy, run] = useBusy()

  const change = (file: File) =>
    run(async () => {
      setError('')
      setPreview(file)
      try {
        const { canvas } = await drawPhoto(file, longestSide)
        await upload(await encodePhoto(canvas))
      } catch (caught) {
        setError(uploadError(caught))
      } finally {
        setPreview(undefined)
      }
    })

  return (
    <>
      <div className={styles.photo}>
        <Avatar name={name} src={url ?? src} size="large" />
        <label className={styles.change}>
          <Camera />
          <span className="visually-hidden">Change photo</span>
          <input
            type="file"
            accept={photoTypes}
            disabled={busy}
            onChange={(event) => {
              const file = event.target.files?.[0]
              // So that choosing the same file again fires a change event.
              event.target.value = ''
              if (file) void change(file)
            }}
          />
        </label>
      </div>
      {percent !== undefined && (
        <div className={styles.progress}>
          <ProgressBar label="Sending photo" percent={percent} />
        </div>
      )}
      <p className={`loss sm medium ${styles.error}`} role="alert">
        {error}
      </p>
    </>
  )
}

/** No toast (section 8). */
function uploadError(error: unknown): string {
  if (error instanceof PhotoError) return error.message
  const reason = error instanceof ApiError && error.status < 500 ? error.serverMessage : undefined
  return reason ?? 'Your new photo could not be saved. Please try again.'
}

const shortcuts = [...destinations.map(({ label }, index) => [`${index + 1}`, label]), ['H', 'Hide amounts']]

/** A setting of this device. */
export function Shortcuts() {
  return (
    <Card className={`medium ${styles.shortcuts}`}>
      <Switch
        label="Keyboard shortcuts"
        aria-describedby="shortcut-keys"
        checked={!useStore(shortcutsOff)}
        onChange={(event) => shortcutsOff.set(!event.currentTarget.checked)}
      />
      <Row as="ul" gap="2 5" className="soft sm regular" id="shortcut-keys">
        {shortcuts.map(([key = '', does]) => (
          <li key={key}>
            <Kbd>{key}</Kbd> {does}
          </li>
        ))}
      </Row>
    </Card>
  )
}
