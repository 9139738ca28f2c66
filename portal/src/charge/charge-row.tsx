import type { Charge } from '@sauda/contract/charge'
import { paiseOf } from '@sauda/contract/money'
import { StatusPill } from '@sauda/ui/badge'
import { Button } from '@sauda/ui/button'
import { Money } from '@sauda/ui/money'
import { dayText, momentText } from '../shell/moment.ts'
import { isPayable, statusWords } from './charge-words.ts'
import styles from './charges.module.css'

/** One charge: its kind as a coloured dot and in words, what it is for, and how its payment stands. */
export function ChargeRow({ charge, onPay }: { charge: Charge; onPay: () => void }) {
  const { chargeType, description, amount, gst, total, status, dueDate, createdAt, reference, reason } = charge
  const { words, tone } = statusWords[status]
  return (
    <li className={styles.row}>
      <span className={styles.dot} data-type={chargeType} aria-hidden="true" />
      <div className={styles.what}>
        <h3>{chargeType}</h3>
        <p>{description}</p>
        <p className={styles.soft}>
          {reference} · {momentText(createdAt)}
          {dueDate && ` · Due ${dayText(dueDate)}`}
        </p>
      </div>
      <div className={styles.amount}>
        <Money amount={paiseOf(total)} size="large" />
        {gst > 0 && (
          <p className={styles.soft}>
            <Money amount={paiseOf(amount)} /> + GST <Money amount={paiseOf(gst)} />
          </p>
        )}
      </div>
      <div className={styles.state}>
        <StatusPill tone={tone}>{words}</StatusPill>
        {reason && status === 'REJECTED' && <p>{reason}</p>}
        <Proof charge={charge} />
      </div>
      {isPayable(charge) && (
        <Button className={styles.pay} variant="secondary" onClick={onPay}>
          {status === 'REJECTED' ? 'Pay again' : 'Pay Now'}
          <span className="visually-hidden">, {reference}</span>
        </Button>
      )}
    </li>
  )
}

function Proof({ charge: { paymentDetails } }: { charge: Charge }) {
  if (!paymentDetails) return null
  const { transactionId, paymentDate, remarks } = paymentDetails
  return (
    <p className={styles.soft}>
      Transaction ID {transactionId} · {momentText(paymentDate)}
      {remarks && ` · ${remarks}`}
    </p>
  )
}
