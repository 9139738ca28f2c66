import { Card } from '@sauda/ui/card'
import { DescriptionList } from '@sauda/ui/description-list'
import { DisclosureBadge } from '@sauda/ui/disclosure-badge'
import { ErrorState } from '@sauda/ui/error-state'
import { Stack } from '@sauda/ui/stack'
import { BookUser } from 'lucide-react'
import { Screen } from '../shell/screen.tsx'
import { useOpenStock } from '../shell/stock-link.tsx'
import { usePortfolio } from '../trading/trade/trade.api.ts'
import { tradeText } from '../trading/trade/trade.text.ts'
import { Holdings } from './holdings.tsx'
import { notLoaded } from './load-warning.tsx'

// Specified sample data, the same for every client.
const details = [
  ['Account Type', 'Platinum'],
  ['Charges', '50/lot'],
  ['Account Opening Date', '12 AUG 2020'],
] as const

export default function Demat() {
  const portfolio = usePortfolio()
  return (
    <Screen title="Demat Account Details" icon={<BookUser />}>
      <Stack gap={6}>
        <Card
          title="Account"
          aside={
            <DisclosureBadge kind="sample">
              Account type, charges and opening date are a sample, not your own.
            </DisclosureBadge>
          }
        >
          <DescriptionList across items={details.map(([term, value]) => ({ term, value }))} />
        </Card>
        {notLoaded(portfolio) && <ErrorState look="line" title={tradeText.holdingsFailed} query={portfolio} />}
        <Holdings onOpen={useOpenStock()} />
      </Stack>
    </Screen>
  )
}
