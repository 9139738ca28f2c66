import { Avatar } from '@sauda/ui/avatar'
import { ProgressBar } from '@sauda/ui/progress-bar'
import { Camera } from 'lucide-react'
import { useState } from 'react'
import { ApiError } from '@sauda/web/api-error'
import { drawPhoto, encodePhoto, PhotoError, photoTypes } from '../shell/photo.ts'
import { useBusy } from '@sauda/web/use-busy'
import { useObjectUrl } from '@sauda/web/use-object-url'
import { useUploadPhoto } from './profile.api.ts'
import styles from './photo-control.module.css'

const longestSide = 1024

/** The client's photo with a control that changes it: the new one shows at once, and goes again when it was not taken. */
export function PhotoControl({ name, src }: { name: string; src: string }) {
  const [preview, setPreview] = useState<File>()
  const [fault, setFault] = useState('')
  const url = useObjectUrl(preview)
  const { upload, percent } = useUploadPhoto()
  const [busy, run] = useBusy()

  const change = (file: File) =>
    run(async () => {
      setFault('')
      setPreview(file)
      try {
        const { canvas } = await drawPhoto(file, longestSide)
        await upload(await encodePhoto(canvas))
      } catch (error) {
        setFault(words(error))
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
              // So that choosing the same file again is noticed.
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
      <p className={styles.fault} role="alert">
        {fault}
      </p>
    </>
  )
}

/** What is wrong with the photo, where that is known; no toast (section 8). */
function words(error: unknown): string {
  if (error instanceof PhotoError) return error.message
  const refused = error instanceof ApiError && error.status < 500 ? error.serverMessage : undefined
  return refused ?? 'Your new photo could not be saved. Please try again.'
}
