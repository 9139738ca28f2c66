import type { UseQueryResult } from '@tanstack/react-query'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'

type Read = Pick<UseQueryResult, 'data' | 'isError' | 'isFetching' | 'refetch'>

/** Figures that did not load read 0 (section 8); this line says why, and asks for them again. */
export function FiguresMissing({ of }: { of: readonly Read[] }) {
  const lost = of.filter(({ isError, data }) => isError && !data)
  if (lost.length === 0) return null
  return (
    <AlertBanner
      tone="warn"
      title="Your figures did not load"
      action={
        <Button
          variant="secondary"
          size="small"
          onClick={() => lost.forEach(({ refetch }) => void refetch())}
          loading={lost.some(({ isFetching }) => isFetching)}
        >
          Try again
        </Button>
      }
    >
      They read 0 until they do. Your money is not touched by this.
    </AlertBanner>
  )
}
