import { DescriptionList } from '@sauda/ui/description-list'
import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { priceText, quantityText } from '../shell/decimal-text.ts'
import { Block, Evidence } from '../shell/evidence.tsx'
import { DateTime } from '@sauda/web/date-time-text'
import { paiseOf } from '@sauda/contract/money'
import type { DeskReversal } from './reversal.api.ts'

export function ReversalEvidence({ reversal, beside }: { reversal: DeskReversal; beside: ReactNode }) {
  const { trade, reason, requestedBy, createdAt } = reversal
  const { _id, tradeId, action, stockName, bookedQuantity, avgPrice, sellPrice, amount, profitLoss } = trade
  const isSale = action === 'SELL'
  return (
    <Evidence
      what={isSale ? 'Sale to reverse' : 'Buy to reverse'}
      amount={paiseOf(amount)}
      beside={
        <>
          <Link className="tabular" to={`/trade/${_id}`}>
            {tradeId}
          </Link>
          <span>{sentence('Requested on {time}', { time: <DateTime at={createdAt} /> })}</span>
        </>
      }
    >
      <Block title="Reason for the reversal">
        <DescriptionList
          items={[
            { term: 'Reason shown to the client', value: `“${reason}”` },
            { term: 'Requested by', value: requestedBy },
          ]}
        />
      </Block>
      <Block title="Booked lines">
        <DescriptionList
          items={[
            { term: 'Stock', value: stockName },
            { term: isSale ? 'Sold' : 'Bought', value: quantityText(bookedQuantity) },
            { term: 'Price', value: priceText(isSale ? (sellPrice ?? avgPrice) : avgPrice) },
            ...(profitLoss === undefined
              ? []
              : [
                  {
                    term: profitLoss < 0 ? 'Loss' : 'Profit',
                    value: <Money amount={paiseOf(profitLoss)} change />,
                  },
                ]),
            {
              term: 'Booked',
              value: sentence('{time} by {bookedBy}', {
                time: <DateTime at={trade.createdAt} exact />,
                bookedBy: trade.bookedBy,
              }),
            },
          ]}
        />
      </Block>
      {beside}
    </Evidence>
  )
}
