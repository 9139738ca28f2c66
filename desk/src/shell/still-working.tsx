import { AlertBanner } from '@sauda/ui/alert-banner'
import { useEffect, useState } from 'react'

const longMs = 15_000

/** Shown while a request takes long, so that it is not considered lost. */
export function StillWorking({ when }: { when: boolean }) {
  const [isLong, setIsLong] = useState(false)
  useEffect(() => {
    if (!when) return undefined
    const timer = setTimeout(() => setIsLong(true), longMs)
    return () => {
      clearTimeout(timer)
      setIsLong(false)
    }
  }, [when])
  return (
    <div aria-live="polite">
      {when && isLong && (
        <AlertBanner title="Still working">
          The server is carrying this out, which can take some minutes. The result is shown here; do not send it again.
        </AlertBanner>
      )}
    </div>
  )
}
