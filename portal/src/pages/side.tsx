import { buttonClass } from '@sauda/ui/button'
import { SkeletonText } from '@sauda/ui/skeleton'
import { Grid, Stack } from '@sauda/ui/stack'
import { Link } from 'react-router'
import { Attention } from '../core/notice/attention.tsx'
import { attentionRows, useAttention } from '../core/notice/notice.api.ts'
import { RecentActivity } from '../money/wallet/recent-activity.tsx'
import { ForexPairs } from '../trading/market/forex-pairs.tsx'

/** Beside Home. It repeats no figure of the screen. */
export function Side() {
  const attention = useAttention()
  const shown = attention.data?.items.slice(0, attentionRows) ?? []
  // Reserved so that nothing shifts when it loads. A retry after a failure does not hide the rest.
  if (attention.isLoading && !attention.isFetched && attention.failureCount === 0)
    return <SkeletonText label="Loading..." lines={6} />
  return (
    <Stack gap={8}>
      <Actions />
      <Attention />
      <RecentActivity without={shown.map(({ id }) => id)} />
      <ForexPairs />
    </Stack>
  )
}

function Actions() {
  return (
    <Grid two="always" gap={3}>
      <Link to="/account/wallet/add-fund?direction=withdraw" className={buttonClass('secondary')}>
        Withdraw
      </Link>
      <Link to="/account/wallet/statement" className={buttonClass('secondary')}>
        Statement
      </Link>
    </Grid>
  )
}
