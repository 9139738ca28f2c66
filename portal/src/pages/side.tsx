import { paiseOf } from '@sauda/contract/platform/money'
import { buttonClass } from '@sauda/ui/button'
import { DescriptionList } from '@sauda/ui/description-list'
import { Money } from '@sauda/ui/money'
import { SkeletonText } from '@sauda/ui/skeleton'
import { Grid, Stack } from '@sauda/ui/stack'
import { Link, useLocation } from 'react-router'
import { Attention } from '../core/notice/attention.tsx'
import { attentionRows, useAttention } from '../core/notice/notice.api.ts'
import { Section } from '../shell/section.tsx'
import { figuresOf } from '../money/wallet/figures.ts'
import { RecentActivity } from '../money/wallet/recent-activity.tsx'
import { useWallet } from '../money/wallet/wallet.api.ts'

/** Beside the screens that have room for it. It repeats no figure of the screen. */
export function Side() {
  const { pathname } = useLocation()
  const attention = useAttention()
  const shown = attention.data?.items.slice(0, attentionRows) ?? []
  // Reserved so that nothing shifts when it loads. A retry after a failure does not hide the rest.
  if (!attention.isFetched) return <SkeletonText label="Loading..." lines={6} />
  return (
    <Stack gap={8}>
      {pathname === '/portfolio/equity' && <Balance />}
      {!pathname.startsWith('/account/wallet') && <Actions />}
      <Attention />
      <RecentActivity without={shown.map(({ id }) => id)} />
    </Stack>
  )
}

function Balance() {
  const { data } = useWallet()
  const { withdrawable, withheld } = figuresOf(data)
  if (!data) return null
  const figures = [
    ['Withdrawable', withdrawable],
    ['On hold', withheld],
    ['Unsettled', paiseOf(data.unsettled ?? 0)],
    ['Dues', paiseOf(data.dues ?? 0)],
  ] as const
  const items = figures
    .filter(([term, amount]) => term === 'Withdrawable' || amount > 0n)
    .map(([term, amount]) => ({ term, value: <Money amount={amount} /> }))
  return (
    <Section id="balance" title="Balance" gap={2}>
      <DescriptionList items={items} amounts />
    </Section>
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
