import { paiseOf } from '@sauda/contract/money'
import { type Reversal, reversalErrors } from '@sauda/contract/reversal'
import { DescriptionList } from '@sauda/ui/description-list'
import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { DateTime } from '@sauda/web/date-time-text'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CaseReview } from '../shell/case-review.tsx'
import { priceText, quantityText } from '../shell/format.ts'
import { emptyDraft, requestVerdicts, type Verdict } from '../shell/decision-form.tsx'
import { Block, Evidence } from '../shell/evidence.tsx'
import { useMe } from '../shell/me.ts'
import type { ReviewContext } from '../shell/review.tsx'
import { decideReversal, type DeskReversal } from './reversal.api.ts'
import { ReversalPill } from './reversals-list.tsx'
import { reversalSentence } from './sentence.ts'

interface ReversalReviewProps {
  reversal: DeskReversal
  beside: ReactNode
  context: ReviewContext
}

export function ReversalReview({ reversal, beside, context }: ReversalReviewProps) {
  const own = isOwn(reversal, useMe().data?._id)
  const { _id, status } = reversal
  return (
    <CaseReview
      context={context}
      item={reversal}
      isPending={(shown) => shown.status === 'pending'}
      status={<ReversalPill status={status} />}
      since={status === 'pending' ? reversal.createdAt : undefined}
      evidence={(shown) => <ReversalEvidence reversal={shown} beside={beside} />}
      draftName={() => _id}
      emptyDraft={emptyDraft}
      decision={(shown, { verdict }) => ({
        words: requestVerdicts(
          own ? reversalErrors.ownRequest.message : undefined,
          'Approve reversal',
          'Reject reversal',
        ),
        summary: reversalSummary(shown, verdict, own),
        check: (chosen) => ({ command: chosen === 'approve' }),
      })}
      send={(approve: boolean) => decideReversal(_id, approve)}
      stale={[['trade']]}
      outcome={status === 'approved' ? 'The trade is reversed.' : 'The trade remains booked.'}
    />
  )
}

/** Operators may cancel but not approve their own request. */
const isOwn = ({ requestedById }: Pick<Reversal, 'requestedById'>, myId: string | undefined): boolean =>
  requestedById === myId

function reversalSummary({ trade, reason }: Reversal, verdict: Verdict | null, own: boolean): string {
  if (verdict === 'approve') return `${reversalSentence(trade)} ${trade.clientName} will see this reason: “${reason}”`
  if (verdict === 'reject') return `${trade.tradeId} remains booked.`
  return own ? 'Cancel your request, or leave it to another operator.' : 'Approve or reject the reversal.'
}

function ReversalEvidence({ reversal, beside }: { reversal: DeskReversal; beside: ReactNode }) {
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
