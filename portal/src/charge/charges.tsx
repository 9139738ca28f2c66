import { chargeTexts, type Charge, type ChargeStatus } from '@sauda/contract/charge'
import { paiseOf } from '@sauda/contract/money'
import { StatusPill, type StatusTone } from '@sauda/ui/badge'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { EmptyState } from '@sauda/ui/empty-state'
import { ErrorState } from '@sauda/ui/error-state'
import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { LoadingBlock } from '@sauda/ui/spinner'
import { Row, Stack } from '@sauda/ui/stack'
import { Receipt, ShieldCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import { useIsActive } from '../shell/activity.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { formatDate, formatDateTime } from '@sauda/web/date-time'
import { Screen } from '../shell/screen.tsx'
import { useCharges } from './charge.api.ts'
import { isPayable, sumsOf } from './charge.rules.ts'
import { chargeText } from './charge.text.ts'
import styles from './charges.module.css'

const PayDialog = lazyPart(() => import('./pay-dialog.tsx').then((module) => module.PayDialog))

const tones: Record<ChargeStatus, StatusTone> = {
  PENDING: 'warn',
  PAID: 'info',
  APPROVED: 'success',
  REJECTED: 'error',
}

export default function Charges() {
  const list = useCharges()
  const rows = useRef<HTMLUListElement>(null)
  const [paying, setPaying] = useState<Charge>()
  const isActive = useIsActive()
  return (
    <Screen title="Charges & Payments" icon={<Receipt aria-hidden="true" />}>
      <Stack gap={5}>
        {list.data && <Summary charges={list.data.charges} />}
        <p className={`soft ${styles.honest}`}>
          <ShieldCheck aria-hidden="true" />
          {chargeTexts.honest}
        </p>
        {list.data ? (
          <Card flush>
            <h2 className="visually-hidden">Charges</h2>
            {list.data.charges.length === 0 ? (
              <EmptyState title="No charges found">Nothing to pay.</EmptyState>
            ) : (
              <ul ref={rows} tabIndex={-1} aria-label="Charges">
                {list.data.charges.map((charge) => (
                  <ChargeRow key={charge._id} charge={charge} onPay={() => setPaying(charge)} />
                ))}
              </ul>
            )}
          </Card>
        ) : list.isPending ? (
          <LoadingBlock label="Loading charges..." />
        ) : (
          <ErrorState title="Failed to fetch charges. Please try again." query={list}>
            {null}
          </ErrorState>
        )}
      </Stack>
      {list.data && isActive && (
        <PayDialog
          charge={paying}
          upiId={list.data.upiId}
          upiName={list.data.upiName}
          onClose={() => setPaying(undefined)}
          paidFocus={rows}
        />
      )}
    </Screen>
  )
}

function Summary({ charges }: { charges: readonly Charge[] }) {
  const { toPay, confirming, paid } = sumsOf(charges)
  const amount = <Money amount={toPay} size="hero" />
  return (
    <section className={styles.summary} aria-label="Summary">
      <p className={`soft ${styles.term}`}>
        {confirming > 0n
          ? sentence(chargeText.toPayAndConfirming, { amount, confirming: <Money amount={confirming} /> })
          : sentence(chargeText.toPay, { amount })}
      </p>
      <p className="note">{sentence(chargeText.paid, { amount: <Money amount={paid} /> })}</p>
    </section>
  )
}

function ChargeRow({ charge, onPay }: { charge: Charge; onPay: () => void }) {
  const { chargeType, description, amount, gst, total, status, dueDate, createdAt, reference, reason } = charge
  const payment = charge.paymentDetails
  return (
    <li className={styles.row}>
      <span className={styles.dot} data-type={chargeType} aria-hidden="true" />
      <Stack gap={1} className={styles.body}>
        <div className={styles.head}>
          <h3>{chargeType}</h3>
          <Money amount={paiseOf(total)} size="large" />
        </div>
        <p>{description}</p>
        {gst > 0 && (
          <p className="note">
            {sentence(chargeText.amountAndGst, {
              amount: <Money amount={paiseOf(amount)} />,
              gst: <Money amount={paiseOf(gst)} />,
            })}
          </p>
        )}
        <p className="note">
          {reference} · {formatDateTime(createdAt)}
        </p>
        {dueDate && <p className={isPayable(charge) ? styles.due : 'note'}>{chargeText.due(formatDate(dueDate))}</p>}
        <Row gap={2} justify="between" className={styles.state}>
          <StatusPill tone={tones[status]}>{chargeText.status[status]}</StatusPill>
          {isPayable(charge) && (
            <Button variant="secondary" size="small" onClick={onPay}>
              {status === 'REJECTED' ? 'Pay again' : 'Pay Now'}
              <span className="visually-hidden">, {reference}</span>
            </Button>
          )}
        </Row>
        {reason && status === 'REJECTED' && <p>{reason}</p>}
        {payment && (
          <p className="note">
            {chargeText.payment(payment.transactionId, formatDateTime(payment.paymentDate))}
            {payment.remarks && ` · ${payment.remarks}`}
          </p>
        )}
      </Stack>
    </li>
  )
}
