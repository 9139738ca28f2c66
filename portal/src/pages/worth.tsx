import type { TrailSource } from '@sauda/contract/books/statement'
import { formatCount } from '@sauda/contract/platform/decimal'
import { paiseOf } from '@sauda/contract/platform/money'
import { Button, buttonClass } from '@sauda/ui/button'
import { ErrorState } from '@sauda/ui/error-state'
import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { Skeleton, SkeletonText } from '@sauda/ui/skeleton'
import { Row, Stack } from '@sauda/ui/stack'
import { History, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { Worth as Figures } from '../books/statement/statement.api.ts'
import { TradeMoney } from '../money/wallet/trade-money.tsx'
import { useWallet } from '../money/wallet/wallet.api.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { AmountsButton, openedTrail, traceOf, type Trail } from '../shell/amounts.tsx'
import { tradeText } from '../trading/trade/trade.text.ts'
import { holdingTrail } from '../trading/trade/trade.ts'
import type { LiveTotal } from './live-valuations.ts'
import { Flows, gainOf, Return, ReturnParts } from './return.tsx'
import { useTotalWorth } from './total-worth.ts'
import styles from './worth.module.css'

export type Toggle = readonly [isOn: boolean, toggle: () => void]

/** The client's total and its parts, which lead Home, Portfolio and Positions; Home also has what was paid in and out. */
export function Worth({ on, history }: { on: 'home' | 'portfolio' | 'positions'; history?: Toggle }) {
  const isHome = on === 'home'
  const { worth, isPending, total, parts, ...held } = useTotalWorth()
  const wallet = useWallet().data
  const shown = worth.data && parts ? partsOf(parts, worth.data, total) : []
  const head = (
    <Row justify="between" className={styles.head}>
      <h2 id="total" className="soft md medium">
        {history?.[0] ? 'Account history' : 'Total worth'}
      </h2>
      {history && (
        <Button
          size="small"
          variant="secondary"
          icon={history[0] ? <X size={16} /> : <History size={16} />}
          onPointerEnter={() => void AccountHistory.preload()}
          onClick={history[1]}
        >
          {history[0] ? 'Close history' : 'History'}
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
              size="hero"
              onTrace={(amount) =>
                openedTrail.set({ title: 'Total worth', amount, parts: shown.map((part) => trailOf(part, held)) })
              }
            />
            <AmountsButton />
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
      {isHome && (
        <p className={styles.state}>
          {worth.data && parts ? (
            <Return gain={gainOf(worth.data, parts.amount)} added={paiseOf(worth.data.added)} />
          ) : (
            worth.isPending && <Skeleton />
          )}
        </p>
      )}
      <p className={`note ${styles.state}`}>
        {parts ? held.holdings.length > 0 && <Today total={total} /> : isPending && <Skeleton />}
      </p>
      {isHome && (
        <>
          <p className={`note ${worth.isPending ? styles.state : ''}`}>
            {worth.data ? <Flows worth={worth.data} /> : worth.isPending && <Skeleton />}
          </p>
          <Row gap={2} className={styles.actions}>
            <Link to="/account/wallet/add-fund" className={buttonClass('primary')}>
              Add Fund
            </Link>
            <Link to="/account/wallet/add-fund?direction=withdraw" className={buttonClass('secondary')}>
              Withdraw
            </Link>
            <Link to="/account/wallet/statement" className={buttonClass('secondary')}>
              Statement
            </Link>
          </Row>
        </>
      )}
      {shown.length > 0 && <Parts parts={shown} held={held} />}
      {isHome && worth.data && parts && (
        <ReturnParts gain={gainOf(worth.data, parts.amount)} open={total?.profit ?? 0n} />
      )}
      {parts && (wallet?.unsettled !== undefined || wallet?.dues !== undefined) && (
        <Stack gap={1} className={styles.trades}>
          <TradeMoney wallet={wallet} />
        </Stack>
      )}
      {isPending && <Skeleton className={styles.partsWaiting} />}
    </section>
  )
}

/** The account at the end of any earlier day. */
const AccountHistory = lazyPart(
  async () => (await import('./account-history.tsx')).AccountHistory,
  <SkeletonText label="Loading..." lines={8} />,
)

/** The change of the day, and how old the oldest of the prices is. */
function Today({ total }: { total: LiveTotal | undefined }) {
  if (!total) return 'Holdings at cost'
  const { dayChange, quality, unpriced } = total
  return (
    <>
      {dayChange !== undefined && (
        <>
          Day’s change <Money amount={dayChange} change />
          {' · '}
        </>
      )}
      {unpriced === 0 ? quality : sentence(tradeText.unpriced, { quality, count: formatCount(unpriced) })}
    </>
  )
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
  const unused = sentence(loan > 0n ? '{amount} more is unused' : 'Withdrawable; {amount} of loan money is unused', {
    amount: <Money amount={paiseOf(unusedLoan)} onTrace={traceOf('Unused loan money', { figure: 'loan' })} />,
  })
  const all: Part[] = [
    {
      key: 'cash',
      label: 'Cash',
      paise: cash,
      note: unusedLoan > 0 && loan === 0n ? unused : 'Withdrawable',
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
      note: 'For your withdrawals',
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
      label: 'Loan in holdings',
      paise: -loan,
      note: unusedLoan > 0 ? unused : 'To be repaid',
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
  return all.filter(({ key, paise }) => key === 'cash' || key === 'holdings' || paise !== 0n)
}

const trailOf = ({ label: title, paise: amount, source }: Part, held: Held): Trail =>
  typeof source === 'function' ? { title, amount, parts: source(held) } : { title, amount, source }

/** One bar; pointing at a part or at its figure highlights both. */
function Parts({ parts, held }: { parts: readonly Part[]; held: Held }) {
  const [active, setActive] = useState<Part['key']>()
  const pointing = (key: Part['key']) => ({
    'data-part': key,
    'data-active': active === key || undefined,
    onPointerEnter: () => setActive(key),
    onPointerLeave: () => setActive(undefined),
  })
  return (
    <div className={styles.parts} data-pointed={active !== undefined || undefined}>
      <div className={styles.bar} aria-hidden="true">
        {parts
          .filter(({ paise }) => paise !== 0n)
          .map(({ key, paise }) => (
            <span key={key} {...pointing(key)} style={{ flexGrow: Math.abs(Number(paise)) }} />
          ))}
      </div>
      <dl className={styles.figures}>
        {parts.map((part) => (
          <div key={part.key} {...pointing(part.key)}>
            <dt>
              <Link to={part.to}>{part.label}</Link>
            </dt>
            <dd>
              <Money amount={part.paise} className="xl strong" onTrace={() => openedTrail.set(trailOf(part, held))} />
              <span className="note">{part.note}</span>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
