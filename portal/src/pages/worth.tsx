import type { TrailSource } from '@sauda/contract/books/statement'
import { paiseOf } from '@sauda/contract/platform/money'
import { Button, buttonClass } from '@sauda/ui/button'
import { ErrorState } from '@sauda/ui/error-state'
import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { Skeleton, SkeletonText } from '@sauda/ui/skeleton'
import { Row } from '@sauda/ui/stack'
import { History, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Worth as Figures } from '../books/statement/statement.api.ts'
import { TradeMoney } from '../money/wallet/trade-money.tsx'
import { useWallet } from '../money/wallet/wallet.api.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { AmountsButton, openedTrail, traceOf, type Trail } from '../shell/amounts.tsx'
import { tradeText } from '../trading/trade/trade.text.ts'
import { holdingTrail } from '../trading/trade/trade.ts'
import type { LiveTotal } from './live-valuations.ts'
import { Return } from './return.tsx'
import { useTotalWorth } from './total-worth.ts'
import styles from './worth.module.css'

export type Toggle = readonly [isOn: boolean, toggle: () => void]

interface WorthProps {
  on: 'home' | 'portfolio' | 'positions'
  /** Before its heading. */
  lead?: ReactNode
  history?: Toggle
  /** Before the curve, which waits until it is known, so that nothing moves. */
  children?: ReactNode
  waits?: boolean
}

/** The client's total and its changes, the same on Home, Portfolio and Positions; Home and Portfolio have its curve. */
export function Worth({ on, lead, history, children, waits = false }: WorthProps) {
  const isHome = on === 'home'
  const { worth, isPending, total, parts, ...held } = useTotalWorth()
  const wallet = useWallet().data
  const shown = worth.data && parts ? partsOf(parts, worth.data, total) : []
  const hasCurve = on !== 'positions'
  const head = (
    <Row justify="between" className={styles.head}>
      <Row align="baseline" gap="0 2" className="soft sm">
        {lead}
        <h2 id="total" className="sm regular">
          {history?.[0] ? 'Value by day' : 'Total worth'}
        </h2>
      </Row>
      {history && (
        <Button
          size="small"
          variant="secondary"
          icon={history[0] ? <X size={16} /> : <History size={16} />}
          onPointerEnter={() => void AccountHistory.preload()}
          onClick={history[1]}
        >
          {history[0] ? 'Close' : 'Value by day'}
        </Button>
      )}
    </Row>
  )
  if (history?.[0])
    return (
      <section className={styles.money} aria-labelledby="total">
        {head}
        <AccountHistory />
      </section>
    )
  return (
    <section className={styles.money} data-on={on} aria-labelledby="total">
      {head}
      <Row tight gap={1} className={styles.figure}>
        {parts ? (
          <>
            <Money
              amount={parts.amount}
              size={isHome ? 'hero' : on === 'portfolio' ? 'large' : 'inherit'}
              onTrace={(amount) =>
                openedTrail.set({ title: 'Total worth', amount, parts: shown.map((part) => trailOf(part, held)) })
              }
            />
            {hasCurve && <AmountsButton />}
          </>
        ) : isPending ? (
          <output>
            <span className="visually-hidden">Loading...</span>
            <Skeleton shape="title" className={styles.waiting} />
          </output>
        ) : (
          <ErrorState look="line" title="Not available right now" query={worth} />
        )}
      </Row>
      <p className={styles.state}>
        {worth.data && parts ? (
          <>
            {isHome && (
              <Return worth={worth.data} total={parts.amount} parts={shown.map((part) => trailOf(part, held))} />
            )}
            {total?.dayChange !== undefined && (
              <span>
                Day’s change of holdings <Money amount={total.dayChange} change />
              </span>
            )}
          </>
        ) : (
          isPending && <Skeleton />
        )}
      </p>
      {isHome && (
        <Row gap={2} className={styles.actions}>
          <Link to="/account/wallet/add-fund" className={buttonClass('primary')}>
            Add Fund
          </Link>
          <Link to="/account/wallet/add-fund?direction=withdraw" className={buttonClass('secondary')}>
            Withdraw
          </Link>
          <Link to={statement} className="push reach">
            Statement
          </Link>
        </Row>
      )}
      {children && <div className={styles.actions}>{children}</div>}
      {hasCurve &&
        !waits &&
        (parts ? <WorthCurve amount={parts.amount} quality={qualityOf(total)} /> : isPending && waitingCurve)}
      {isHome && !waits && shown.length > 0 && <Figures parts={shown} held={held} />}
      {isHome && !waits && isPending && <Skeleton className={styles.figuresWaiting} />}
      <TradeMoney wallet={wallet} />
    </section>
  )
}

const waitingCurve = <div className={styles.curve} />

const WorthCurve = lazyPart(async () => (await import('./worth-curve.tsx')).WorthCurve, waitingCurve)

/** The account at the end of any earlier day. */
const AccountHistory = lazyPart(
  async () => (await import('./account-history.tsx')).AccountHistory,
  <SkeletonText label="Loading..." lines={8} />,
)

function qualityOf(total: LiveTotal | undefined): ReactNode {
  if (!total) return 'Holdings at cost'
  return tradeText.unpriced(total.quality, total.unpriced)
}

interface Part {
  key: 'cash' | 'holdings' | 'hold' | 'unsettled' | 'dues' | 'loan'
  label: string
  /** Negative for what is subtracted. */
  paise: bigint
  note: ReactNode
  /** Where its entries are. */
  to: string
  source: TrailSource | ((of: Held) => Trail[])
}

type Held = Pick<ReturnType<typeof useTotalWorth>, 'holdings' | 'valuations'>

type Parts = NonNullable<ReturnType<typeof useTotalWorth>['parts']>

const statement = '/account/wallet/statement'

/** They add up to the total. */
function partsOf(parts: Parts, { unusedLoan }: Figures, total: LiveTotal | undefined): Part[] {
  const { cash, holdings, onHold, unsettled, dues, loan } = parts
  const unused = sentence('{amount} unused, before interest and fee', {
    amount: <Money amount={paiseOf(unusedLoan)} onTrace={traceOf('Unused loan money', { figure: 'loan' })} />,
  })
  const all: Part[] = [
    {
      key: 'cash',
      label: 'Cash you can withdraw',
      paise: cash,
      note: undefined,
      to: statement,
      source: { figure: 'cash' },
    },
    {
      key: 'holdings',
      label: 'Holdings',
      paise: holdings,
      note: total ? <Money amount={total.profit} change /> : 'At cost',
      to: '/account/portfolio/overview#holdings',
      source: ({ holdings: held, valuations }) =>
        held.map(({ stockName, cost }) => holdingTrail(stockName, paiseOf(cost), valuations.of(stockName)?.profit)),
    },
    {
      key: 'hold',
      label: 'On hold',
      paise: onHold,
      note: undefined,
      to: '/account/wallet/transaction-history',
      source: { figure: 'withheld' },
    },
    {
      key: 'unsettled',
      label: 'Unsettled',
      paise: unsettled,
      note: 'From sales',
      to: statement,
      source: { figure: 'unsettled' },
    },
    {
      key: 'dues',
      label: 'Dues',
      paise: -dues,
      note: 'For executed trades',
      to: statement,
      source: { figure: 'dues' },
    },
    {
      key: 'loan',
      label: 'Borrowed',
      paise: -loan,
      note: unusedLoan > 0 ? unused : loan > 0n && 'Before interest and fee',
      to: '/account/portfolio/overview#your-loans',
      source: ({ holdings: held }) =>
        held
          .filter(({ loanPart }) => loanPart > 0)
          .map(({ stockName, loanPart }) => ({
            title: stockName,
            amount: -paiseOf(loanPart),
            source: { stock: stockName },
          })),
    },
  ]
  return all.filter(({ key, paise }) => paise !== 0n || (key !== 'unsettled' && key !== 'dues'))
}

const trailOf = ({ label: title, paise: amount, source }: Part, held: Held): Trail =>
  typeof source === 'function' ? { title, amount, parts: source(held) } : { title, amount, source }

function Figures({ parts, held }: { parts: readonly Part[]; held: Held }) {
  return (
    <dl className={styles.figures}>
      {parts.map((part) => (
        <div key={part.key}>
          <dt>
            <Link to={part.to}>{part.label}</Link>
          </dt>
          <dd>
            <Money
              amount={part.paise}
              className="xl strong"
              onTrace={part.paise === 0n ? undefined : () => openedTrail.set(trailOf(part, held))}
            />
            {part.note && <span className="note">{part.note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
