import { SkeletonText } from '@sauda/ui/skeleton'
import { Stack } from '@sauda/ui/stack'
import { useAttention } from '../core/notice/notice.api.ts'
import { useTransactions } from '../money/wallet/wallet.api.ts'
import { Activity, ToDo } from './to-do.tsx'
import { Watched } from './watched.tsx'

/** Beside Home. */
export function Side() {
  // Reserved so that nothing shifts when they load. A retry after a failure does not hide the rest.
  const isArriving = [useAttention(), useTransactions()].some(
    ({ isLoading, isFetched, failureCount }) => isLoading && !isFetched && failureCount === 0,
  )
  if (isArriving) return <SkeletonText label="Loading..." lines={6} />
  return (
    <Stack gap={8}>
      <ToDo />
      <Activity />
      <Watched />
    </Stack>
  )
}
