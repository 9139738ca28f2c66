import { ChartPie } from 'lucide-react'
import { Screen } from '../shell/screen.tsx'
import { ForexCoins } from '../trade/forex-coins.tsx'
import { PortfolioTabs } from './portfolio-tabs.tsx'

export default function Forex() {
  return (
    <Screen title="Portfolio" icon={<ChartPie />} wide>
      <PortfolioTabs />
      <ForexCoins />
    </Screen>
  )
}
