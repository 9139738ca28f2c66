import type { Charge } from '@sauda/contract/charge'
import { paiseOf } from '@sauda/contract/money'
import { StatusPill } from '@sauda/ui/badge'
import { Button } from '@sauda/ui/button'
import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
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
      <div className={styles.body}>
        <div className={styles.head}>
          <h3>{chargeType}</h3>
          <Money amount={paiseOf(total)} size="large" />
        </div>
        <p>{description}</p>
        {gst > 0 && (
          <p className={styles.soft}>
            {sentence('{amount} and GST {gst}', {
              amount: <Money amount={paiseOf(amount)} />,
              gst: <Money amount={paiseOf(gst)} />,
            })}
          </p>
        )}
        <p className={styles.soft}>
          {reference} · {momentText(createdAt)}
        </p>
        {dueDate && <p className={isPayable(charge) ? styles.due : styles.soft}>{`Due ${dayText(dueDate)}`}</p>}
        <div className={styles.state}>
          <StatusPill tone={tone}>{words}</StatusPill>
          {isPayable(charge) && (
            <Button variant="secondary" size="small" onClick={onPay}>
              {status === 'REJECTED' ? 'Pay again' : 'Pay Now'}
              <span className="visually-hidden">, {reference}</span>
            </Button>
          )}
        </div>
        {reason && status === 'REJECTED' && <p>{reason}</p>}
        <Proof charge={charge} />
      </div>
    </li>
  )
}

function Proof({ charge: { paymentDetails } }: { charge: Charge }) {
  if (!paymentDetails) return null
  const { transactionId, paymentDate, remarks } = paymentDetails
  return (
    <p className={styles.soft}>
      {`Transaction ID ${transactionId} · ${momentText(paymentDate)}`}
      {remarks && ` · ${remarks}`}
    </p>
  )
}
