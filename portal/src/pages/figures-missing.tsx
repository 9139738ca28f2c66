import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'

interface FiguresMissingProps {
  onRetry: () => void
  retrying: boolean
}

/** Figures that did not load read 0 (section 8); this line says why. */
export function FiguresMissing({ onRetry, retrying }: FiguresMissingProps) {
  return (
    <AlertBanner
      tone="warn"
      title="Your figures did not load"
      action={
        <Button variant="secondary" size="small" onClick={onRetry} loading={retrying}>
          Try again
        </Button>
      }
    >
      They read 0 until they do. Your money is not touched by this.
    </AlertBanner>
  )
}
