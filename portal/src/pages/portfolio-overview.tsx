import { Stack } from '@sauda/ui/stack'
import { ChartPie } from 'lucide-react'
import { LoanSection } from '../loan/loan-section.tsx'
import { Screen } from '../shell/screen.tsx'
import { PortfolioPictures } from '../trade/portfolio-pictures.tsx'
import { figuresOf } from '../wallet/figures.ts'
import { useWallet } from '../wallet/wallet.api.ts'
import { OverviewCards } from './overview-cards.tsx'
import { PortfolioTabs } from './portfolio-tabs.tsx'

/** How much there is, whose it is, and what is borrowed. */
export default function PortfolioOverview() {
  const wallet = useWallet()
  const figures = figuresOf(wallet.data)
  return (
    <Screen title="Portfolio" icon={<ChartPie aria-hidden="true" />} wide>
      <PortfolioTabs isOverview />
      <Stack gap={8}>
        <OverviewCards wallet={wallet} figures={figures} />
        <PortfolioPictures />
        <LoanSection funds={wallet.data && { own: figures.withdrawable, borrowed: figures.loan }} />
      </Stack>
    </Screen>
  )
}
