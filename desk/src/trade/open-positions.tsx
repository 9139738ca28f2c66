import type { Portfolio } from '@sauda/contract/trade'
import type { ReactNode } from 'react'
import { Loaded } from '../shell/loaded.tsx'
import { PositionsTable } from './positions-table.tsx'
import { useBook } from './trade.api.ts'

interface OpenPositionsProps {
  clientId: string
  children: (table: ReactNode, portfolio: Portfolio | undefined) => ReactNode
}

export function OpenPositions({ clientId, children }: OpenPositionsProps) {
  const query = useBook(clientId)
  return (
    <Loaded
      query={query}
      what="the positions"
      loading={children(<PositionsTable trades={[]} loading="Loading the positions" />, undefined)}
    >
      {({ trades, portfolio }) =>
        children(
          <PositionsTable trades={trades.filter(({ action, status }) => action === 'BUY' && status === 'OPEN')} />,
          portfolio,
        )
      }
    </Loaded>
  )
}
