import { buttonClass } from '@sauda/ui/button'
import { DescriptionList } from '@sauda/ui/description-list'
import { Money } from '@sauda/ui/money'
import { SkeletonText } from '@sauda/ui/skeleton'
import { Stack } from '@sauda/ui/stack'
import { Link, useLocation } from 'react-router'
import { Attention } from '../notice/attention.tsx'
import { attentionRows, useAttention } from '../notice/notice.api.ts'
import { Section } from '../shell/section.tsx'
import { figuresOf } from '../wallet/figures.ts'
import { RecentActivity } from '../wallet/recent-activity.tsx'
import { useWallet } from '../wallet/wallet.api.ts'
import styles from './pages.module.css'

/** Beside the screens that have room for it. It repeats no figure of the screen. */
export function Side() {
  const { pathname } = useLocation()
  const attention = useAttention()
  const shown = attention.data?.items.slice(0, attentionRows) ?? []
  // So that nothing moves when it comes. A retry after a failure is no reason to take the rest away.
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
  const figure = (term: string, amount: bigint) => ({ term, value: <Money amount={amount} /> })
  const items = [figure('Withdrawable', withdrawable), ...(withheld > 0n ? [figure('On hold', withheld)] : [])]
  if (!data) return null
  return (
    <Section id="balance" title="Balance" gap={2}>
      <DescriptionList items={items} amounts />
    </Section>
  )
}

function Actions() {
  return (
    <div className={styles.actions}>
      <Link to="/account/wallet/add-fund?direction=withdraw" className={buttonClass('secondary')}>
        Withdraw
      </Link>
      <Link to="/account/wallet/statement" className={buttonClass('secondary')}>
        Statement
      </Link>
    </div>
  )
}
