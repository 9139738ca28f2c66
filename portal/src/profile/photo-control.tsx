import { Avatar } from '@sauda/ui/avatar'
import { ProgressBar } from '@sauda/ui/progress-bar'
import { Camera } from 'lucide-react'
import { useState } from 'react'
import { ApiError } from '@sauda/web/api-error'
import { drawPhoto, encodePhoto, PhotoError, photoTypes } from '../shell/photo.ts'
import { useBusy } from '@sauda/web/use-busy'
import { useObjectUrl } from '@sauda/web/use-object-url'
import { useUploadPhoto } from './profile.api.ts'
import styles from './profile.module.css'
import { profileText } from './profile.text.ts'

const longestSide = 1024

export function PhotoControl({ name, src }: { name: string; src: string }) {
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
          <Camera aria-hidden="true" />
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
      <p className={styles.error} role="alert">
        {error}
      </p>
    </>
  )
}

/** No toast (section 8). */
function uploadError(error: unknown): string {
  if (error instanceof PhotoError) return error.message
  const reason = error instanceof ApiError && error.status < 500 ? error.serverMessage : undefined
  return reason ?? profileText.photoNotSaved
}
