import type { DeskTrade } from '@sauda/contract/trade'
import { Button } from '@sauda/ui/button'
import { useState } from 'react'
import { useCan } from '../shell/me.ts'
import { RequestReversal } from './request-reversal.tsx'

export function TradeActions({ trade }: { trade: DeskTrade }) {
  const can = useCan()
  const [asking, ask] = useState({ open: false, time: 0 })
  if (!can('trade.book')) return null
  const isSettled = trade.reversed !== undefined || trade.waitingReversal !== undefined
  return (
    <>
      {!isSettled && (
        <Button variant="secondary" onClick={() => ask({ open: true, time: asking.time + 1 })}>
          Request reversal
        </Button>
      )}
      {asking.time > 0 && (
        <RequestReversal
          key={asking.time}
          trade={trade}
          open={asking.open}
          onClose={() => ask({ ...asking, open: false })}
        />
      )}
    </>
  )
}
