import { chargeTexts, type Charge, type ChargeStatus } from '@sauda/contract/money/charge'
import { paiseOf } from '@sauda/contract/platform/money'
import type { TradeDay } from '@sauda/contract/trading/trade-day'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { StatusPill, type StatusTone } from '@sauda/ui/badge'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { useLast } from '@sauda/ui/dialog'
import { EmptyState } from '@sauda/ui/empty-state'
import { ErrorState } from '@sauda/ui/error-state'
import { Money } from '@sauda/ui/money'
import pressed from '@sauda/ui/pressed-row.module.css'
import { sentence } from '@sauda/ui/sentence'
import { LoadingBlock } from '@sauda/ui/spinner'
import { Row, Stack } from '@sauda/ui/stack'
import { ReceiptIndianRupee, ShieldCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { lazyPart, useIsActive } from '../../shell/lazy-part.tsx'
import { formatDate } from '@sauda/web/date-time'
import { ListDetail, useDetail, type Detail } from '../../shell/list-detail.tsx'
import { expectedText } from '@sauda/web/expected'
import { useIsDesktop, useNow } from '@sauda/web/hooks'
import { Screen } from '../../shell/screen.tsx'
import { openedTrail } from '../../shell/amounts.tsx'
import { ChargeDetail } from './charge-detail.tsx'
import { useCharges, useTradeDayCharges, isPaid, isPayable, payableFirst, sumsOf } from './charge.api.ts'
import { chargeText } from './charge.text.ts'
import styles from './charges.module.css'

const PayDialog = lazyPart(() => import('./pay-dialog.tsx').then((module) => module.PayDialog))

const tones: Record<ChargeStatus, StatusTone> = {
  PENDING: 'warn',
  PAID: 'info',
  APPROVED: 'success',
  REJECTED: 'error',
  CANCELLED: 'neutral',
}

export default function Charges() {
  const list = useCharges()
  const rows = useRef<HTMLUListElement>(null)
  const [paying, setPaying] = useState<Charge>()
  const isActive = useIsActive()
  const tradeDays = useTradeDayCharges()
  const { days: ofTrades = [], uncharged = 0 } = tradeDays.data ?? {}
  const charges = payableFirst(list.data?.charges ?? [])
  const detail = useDetail('charge', charges[0]?._id)
  const pane = useRef<HTMLDivElement>(null)
  const paid = useLast(paying)
  const opened = charges.find(({ _id }) => _id === detail.shownId)
  return (
    <Screen
      title="Charges & Payments"
      icon={<ReceiptIndianRupee aria-hidden="true" />}
      narrow={list.data !== undefined && charges.length === 0}
    >
      <Stack gap={5}>
        {charges.length > 0 && <Summary charges={charges} />}
        <Row as="p" tight gap={2} className="soft">
          <ShieldCheck size={20} aria-hidden="true" />
          {chargeTexts.honest}
        </Row>
        {uncharged > 0 && list.data && <AlertBanner tone="warn">{chargeText.uncharged(uncharged)}</AlertBanner>}
        {list.data ? (
          <ListDetail
            detail={detail}
            title={opened ? `${opened.chargeType} ${opened.reference}` : 'Charge'}
            content={
              opened ? (
                <ChargeDetail
                  ref={pane}
                  charge={opened}
                  pay={isPayable(opened) && <Pay charge={opened} onPay={setPaying} full />}
                />
              ) : (
                <ErrorState title={chargeText.unknown}>{chargeText.unknownHint}</ErrorState>
              )
            }
          >
            <Card flush className="lines">
              <h2 className="visually-hidden">Charges</h2>
              {charges.length > 0 ? (
                <ul ref={rows} tabIndex={-1} className="lines" aria-label="Charges">
                  {charges.map((charge) => (
                    <ChargeRow key={charge._id} charge={charge} detail={detail} onPay={setPaying} />
                  ))}
                </ul>
              ) : ofTrades.length > 0 ? (
                <Row tight justify="between" className="entry">
                  <h3 className="md">Charges to pay</h3>
                  <span className="soft">{chargeText.none}</span>
                </Row>
              ) : (
                <EmptyState title={chargeText.none} icon={<ReceiptIndianRupee />} />
              )}
              {ofTrades.length > 0 && <TradeCharges days={ofTrades} hasMore={tradeDays.data?.hasMore === true} />}
            </Card>
          </ListDetail>
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
          paidFocus={paid && paid._id === detail.id ? pane : rows}
        />
      )}
    </Screen>
  )
}

interface PayProps {
  charge: Charge
  onPay: (charge: Charge) => void
  full?: boolean
}

function Pay({ charge, onPay, full = false }: PayProps) {
  return (
    <Button
      variant={full ? 'primary' : 'secondary'}
      size={full ? 'medium' : 'small'}
      full={full}
      className={styles.pay}
      onClick={() => onPay(charge)}
    >
      {charge.status === 'REJECTED' ? 'Pay again' : 'Pay Now'}
      <span className="visually-hidden">, {charge.reference}</span>
    </Button>
  )
}

function Summary({ charges }: { charges: readonly Charge[] }) {
  const { toPay, confirming, paid } = sumsOf(charges)
  const parts = charges.filter(isPaid).map(({ _id, chargeType, reference, total }) => ({
    title: `${chargeType} ${reference}`,
    amount: paiseOf(total),
    source: { cause: _id },
  }))
  const amount = <Money amount={paid} onTrace={() => openedTrail.set({ title: 'Paid so far', amount: paid, parts })} />
  return (
    <Stack as="section" gap={1} aria-label="Summary">
      {toPay > 0n ? (
        <p className="medium">{sentence(chargeText.toPay, { amount: <Money amount={toPay} size="hero" /> })}</p>
      ) : (
        <p className="lg medium">{chargeText.nothing}</p>
      )}
      {(confirming > 0n || paid > 0n) && (
        <p className="note">
          {confirming > 0n
            ? sentence(chargeText.confirmingAndPaid, { amount, confirming: <Money amount={confirming} /> })
            : sentence(chargeText.paid, { amount })}
        </p>
      )}
    </Stack>
  )
}

const daysShown = 5

/** They are paid with the trades; a server without trade days has none. */
function TradeCharges({ days, hasMore }: { days: readonly TradeDay[]; hasMore: boolean }) {
  return (
    <>
      <Row tight justify="between" align="start" className="entry">
        <div>
          <h3 className="md">Charges of your trades</h3>
          <p className="note">
            {sentence(chargeText.tradeDays(days.length, hasMore), {
              link: (
                <Link to="/account/position/order-history#trade-days" className="nowrap">
                  See all days
                </Link>
              ),
            })}
          </p>
        </div>
        <Money amount={days.reduce((sum, { charges }) => sum + paiseOf(charges), 0n)} className="strong" />
      </Row>
      <ul className="lines" aria-label="Charges by trade day">
        {days.slice(0, daysShown).map(({ day, charges }) => (
          <Row as="li" key={day} tight justify="between" className={`entry ${pressed.row}`}>
            <Link to={`/account/position/order-history?day=${day}`} className={`${pressed.press} ${pressed.name}`}>
              {formatDate(day)}
            </Link>
            <Money amount={paiseOf(charges)} />
          </Row>
        ))}
      </ul>
    </>
  )
}

function ChargeRow({ charge, detail, onPay }: Omit<PayProps, 'full'> & { detail: Detail }) {
  const { _id, chargeType, description, total, status, dueDate, reference, reason, reversed } = charge
  const now = useNow()
  const expected = status === 'PAID' && expectedText({ of: 'charge', targetAt: charge.targetAt }, now)
  const isBeside = useIsDesktop() && _id === detail.id
  return (
    <li className={`entry ${styles.row} ${pressed.row}`} aria-current={_id === detail.id || undefined}>
      <span className={styles.dot} data-type={chargeType} aria-hidden="true" />
      <div>
        <h3 className="md">
          <button
            type="button"
            className={`${pressed.press} ${pressed.name}`}
            data-key={_id}
            aria-label={`${chargeType} ${reference}`}
            onClick={() => detail.open(_id)}
          >
            {chargeType}
          </button>
        </h3>
        <Row gap="0 3">
          <p className="note">{description}</p>
          <p className="note">
            {[reference, dueDate && chargeText.due(formatDate(dueDate))].filter(Boolean).join(' · ')}
          </p>
        </Row>
        {(reason ?? expected) && <p className="note">{reason ?? expected}</p>}
      </div>
      <Money amount={paiseOf(total)} className="strong" />
      <Row gap={2} justify="between" className={styles.state}>
        <StatusPill tone={reversed ? 'error' : tones[status]}>
          {reversed ? chargeText.reversed : chargeText.status[status]}
        </StatusPill>
        {isPayable(charge) && !isBeside && <Pay charge={charge} onPay={onPay} />}
      </Row>
    </li>
  )
}
