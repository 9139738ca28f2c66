import { Card } from '@sauda/ui/card'
import { Stack } from '@sauda/ui/stack'
import { Table } from '@sauda/ui/table'
import { useIsNarrow } from '@sauda/web/hooks'
import { Section } from '../shell/screen.tsx'
import { useOpenStock } from '../shell/stock-link.tsx'
import { SampleCoins } from '../trading/trade/forex-coins.tsx'
import { tradeText } from '../trading/trade/trade.text.ts'
import { cardColumns, holdingColumns, holdingRows } from './holdings.tsx'
import { useHoldings } from './total-worth.ts'

/** The currency pairs that the client holds, then the sample portfolio of the specification. */
export default function ForexCoins() {
  const { portfolio, holdings, valuations, total } = useHoldings()
  const openStock = useOpenStock()
  const isNarrow = useIsNarrow()
  // Only the name of a pair has a slash.
  const own = holdings.filter(({ stockName }) => stockName.includes('/'))
  const columns = holdingColumns(total?.quality)
  return (
    <Stack gap={8}>
      {portfolio.data && (
        <Section
          id="currency-pairs"
          title="Your currency pairs"
          aside={own.length > 0 && total && <span className="dim regular">{total.quality}</span>}
        >
          {own.length === 0 ? (
            <p className="soft">{tradeText.noPairs}</p>
          ) : (
            <Card flush>
              <Table
                label="Your currency pairs"
                columns={isNarrow ? cardColumns(columns.stock) : Object.values(columns)}
                rows={holdingRows(own, valuations)}
                rowKey={({ stockName }) => stockName}
                onRowPress={({ stockName }) => openStock(stockName)}
              />
            </Card>
          )}
        </Section>
      )}
      <SampleCoins />
    </Stack>
  )
}
