import { Stack } from '@sauda/ui/stack'
import { ChartPie } from 'lucide-react'
import { LoanSection } from '../loan/loan-section.tsx'
import { Screen } from '../shell/screen.tsx'
import { PortfolioCharts } from '../trade/portfolio-charts.tsx'
import { figuresOf } from '../wallet/figures.ts'
import { useWallet } from '../wallet/wallet.api.ts'
import { OverviewCards } from './overview-cards.tsx'
import { PortfolioTabs } from './portfolio-tabs.tsx'

export default function PortfolioOverview() {
  const wallet = useWallet()
  const figures = figuresOf(wallet.data)
  return (
    <Screen title="Portfolio" icon={<ChartPie aria-hidden="true" />} wide>
      <PortfolioTabs isOverview />
      <Stack gap={8}>
        <OverviewCards wallet={wallet} figures={figures} />
        <PortfolioCharts />
        <LoanSection funds={wallet.data && { own: figures.withdrawable, borrowed: figures.loan }} />
      </Stack>
    </Screen>
  )
}
