import { chargeWords } from '@sauda/contract/charge'
import { paiseOf } from '@sauda/contract/money'
import { DescriptionList } from '@sauda/ui/description-list'
import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import type { ReactNode } from 'react'
import { Copyable } from '../shell/copyable.tsx'
import { Block, Columns, Evidence, Note } from '../shell/evidence.tsx'
import { DateTime } from '@sauda/web/date-time-text'
import { formatDate } from '@sauda/web/date-time'
import type { DeskCharge } from './charge.api.ts'

interface ChargeEvidenceProps {
  charge: DeskCharge
  beside: ReactNode
}

export function ChargeEvidence({ charge, beside }: ChargeEvidenceProps) {
  const { chargeType, description, amount, gst, total, reference, createdAt, dueDate } = charge
  return (
    <Evidence
      what={`${chargeType}, with GST`}
      amount={paiseOf(total)}
      beside={
        <>
          <span className="tabular">{reference}</span>
          <span>{sentence('Raised on {time}', { time: <DateTime at={createdAt} /> })}</span>
        </>
      }
    >
      <Columns>
        <Payment charge={charge} />
        <Block title="Charged">
          <DescriptionList
            amounts
            items={[
              { term: 'Amount', value: <Money amount={paiseOf(amount)} /> },
              { term: 'GST', value: <Money amount={paiseOf(gst)} /> },
              { term: 'Due', value: dueDate === undefined ? 'No date' : formatDate(dueDate) },
            ]}
          />
          <Note>{description}</Note>
        </Block>
      </Columns>
      <Note>{chargeWords.honestAtDesk}</Note>
      {beside}
    </Evidence>
  )
}

function Payment({ charge: { paymentDetails, reference } }: { charge: DeskCharge }) {
  if (!paymentDetails)
    return (
      <Block title="Payment">
        <Note>The client has not reported a payment yet.</Note>
      </Block>
    )
  const { transactionId, paymentDate, remarks } = paymentDetails
  return (
    <Block title="Look for in the bank statement">
      <DescriptionList
        items={[
          {
            term: 'Transaction ID',
            value: <Copyable text={transactionId} name="Copy transaction ID" done="Transaction ID copied" />,
          },
          {
            term: 'Reference in the QR',
            value: <Copyable text={reference} name="Copy reference" done="Reference copied" />,
          },
          { term: 'Reported on', value: <DateTime at={paymentDate} /> },
          { term: 'Remarks', value: remarks ?? 'None' },
        ]}
      />
    </Block>
  )
}
