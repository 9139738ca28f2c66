import { SkeletonText } from '@sauda/ui/skeleton'
import { Stack } from '@sauda/ui/stack'
import { Attention } from '../core/notice/attention.tsx'
import { attentionRows, useAttention } from '../core/notice/notice.api.ts'
import { RecentActivity } from '../money/wallet/recent-activity.tsx'
import { Markets } from '../trading/market/markets.tsx'

/** Beside Home. It repeats no figure of the screen. */
export function Side() {
  const attention = useAttention()
  const shown = attention.data?.items.slice(0, attentionRows) ?? []
  // Reserved so that nothing shifts when it loads. A retry after a failure does not hide the rest.
  if (attention.isLoading && !attention.isFetched && attention.failureCount === 0)
    return <SkeletonText label="Loading..." lines={6} />
  return (
    <Stack gap={8}>
      <Attention />
      <RecentActivity without={shown.map(({ id }) => id)} />
      <Markets />
    </Stack>
  )
}
