import { Button } from '@sauda/ui/button'
import { downloadBlob } from '@sauda/ui/dom'
import { appToast } from '@sauda/ui/toast'
import { errorMessage } from '@sauda/web/api-error'
import { todayInIndia } from '@sauda/web/date-time'
import { useBusy } from '@sauda/web/hooks'
import { useState } from 'react'

export interface NamedFile {
  name: string
  blob: Blob
}

interface DownloadFileProps {
  label: string
  /** `onProgress` receives what the button shows meanwhile. */
  load: (onProgress: (text: string) => void) => Promise<NamedFile>
  /** Shown if the error has no message of its own. */
  errorText?: string
}

/** Saves a file that the server or the browser makes. */
export function DownloadFile({ label, load, errorText }: DownloadFileProps) {
  const [busy, run] = useBusy()
  const [progress, setProgress] = useState('')
  const download = () =>
    run(async () => {
      setProgress('')
      try {
        const { name, blob } = await load(setProgress)
        downloadBlob(name, blob)
      } catch (error) {
        appToast.error(errorText ?? errorMessage(error))
      }
    })
  return (
    <Button
      variant="secondary"
      size="small"
      loading={busy}
      {...(progress !== '' && { loadingText: progress })}
      onClick={() => void download()}
    >
      {label}
    </Button>
  )
}

/** Under the label of the list and today's date. */
export const csvFile = (label: string, text: string): NamedFile => ({
  name: `${label.toLowerCase().replaceAll(/\W+/g, '-')}-${todayInIndia()}.csv`,
  blob: new Blob([text], { type: 'text/csv; charset=utf-8' }),
})
