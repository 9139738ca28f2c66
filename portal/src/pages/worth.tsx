import { paiseOf } from '@sauda/contract/platform/money'
import { buttonClass } from '@sauda/ui/button'
import { ErrorState } from '@sauda/ui/error-state'
import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { Skeleton } from '@sauda/ui/skeleton'
import { Row, Stack } from '@sauda/ui/stack'
import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { type Worth as Figures, useWorth } from '../books/statement/statement.api.ts'
import { TradeMoney } from '../money/wallet/trade-money.tsx'
import { useWallet } from '../money/wallet/wallet.api.ts'
import { AmountsButton } from '../shell/amounts.tsx'
import styles from './home.module.css'

/** The client's total, its parts, and what was paid in and out. */
export function Worth() {
  const worth = useWorth()
  const { data } = worth
  const wallet = useWallet().data
  return (
    <section className={styles.money} aria-labelledby="total">
      <h2 id="total" className="soft md medium">
        Total worth
      </h2>
      <Row tight gap={1} className={styles.figure}>
        {data ? (
          <>
            <Money amount={paiseOf(data.worth)} size="hero" />
            <AmountsButton />
          </>
        ) : worth.isPending ? (
          <output>
            <span className="visually-hidden">Loading...</span>
            <Skeleton shape="title" className={styles.waiting} />
          </output>
        ) : (
          <ErrorState look="line" title="Not available right now" query={worth} />
        )}
      </Row>
      <p className={`note ${styles.flows}`}>{data ? <Flows worth={data} /> : worth.isPending && <Skeleton />}</p>
      <Link to="/account/wallet/add-fund" className={`${buttonClass('primary')} ${styles.add}`}>
        <span className="icon-text">
          <Plus size={18} />
          Add Fund
        </span>
      </Link>
      {data && <Parts worth={data} />}
      {data && (wallet?.unsettled !== undefined || wallet?.dues !== undefined) && (
        <Stack gap={1} className={styles.trades}>
          <TradeMoney wallet={wallet} />
        </Stack>
      )}
      {worth.isPending && <Skeleton className={styles.partsWaiting} />}
    </section>
  )
}

function Flows({ worth: { added, takenOut, worth } }: { worth: Figures }) {
  return (
    <>
      {sentence('You added {added}, took out {takenOut}, and have {worth}.', {
        added: <Money amount={paiseOf(added)} />,
        takenOut: <Money amount={paiseOf(takenOut)} />,
        worth: <Money amount={paiseOf(worth)} />,
      })}{' '}
      <Link to="/account/wallet/statement">See every entry</Link>
    </>
  )
}

interface Part {
  key: 'cash' | 'invested' | 'hold' | 'unsettled' | 'dues' | 'borrowed'
  label: string
  paise: bigint
  note: ReactNode
}

function partsOf({ cash, invested, onHold, unsettled = 0, dues = 0, borrowed, unusedLoan }: Figures): Part[] {
  const parts: Part[] = [
    { key: 'cash', label: 'Cash', paise: paiseOf(cash), note: 'Withdrawable' },
    {
      key: 'invested',
      label: 'Invested',
      paise: paiseOf(invested),
      note: borrowed > 0 ? 'Your own part, at cost' : 'At cost',
    },
    { key: 'hold', label: 'On hold', paise: paiseOf(onHold), note: 'For your withdrawals' },
    { key: 'unsettled', label: 'Unsettled', paise: paiseOf(unsettled), note: 'From sales, not withdrawable yet' },
    { key: 'dues', label: 'Dues', paise: paiseOf(dues), note: 'Owed for executed trades, subtracted' },
    {
      key: 'borrowed',
      label: 'Borrowed',
      paise: paiseOf(borrowed),
      note: sentence('Not part of your worth. {unused} unused', { unused: <Money amount={paiseOf(unusedLoan)} /> }),
    },
  ]
  return parts.filter(({ key, paise }) => key === 'cash' || key === 'invested' || paise > 0n)
}

/** One bar; pointing at a part or at its figure highlights both. */
function Parts({ worth }: { worth: Figures }) {
  const [active, setActive] = useState<Part['key']>()
  const parts = partsOf(worth)
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
          .filter(({ paise }) => paise > 0n)
          .map(({ key, paise }) => (
            <span key={key} {...pointing(key)} style={{ flexGrow: Number(paise) }} />
          ))}
      </div>
      <dl className={styles.figures}>
        {parts.map(({ key, label, paise, note }) => (
          <div key={key} {...pointing(key)}>
            <dt>{label}</dt>
            <dd>
              <Money amount={paise} size="large" />
              <span className="note">{note}</span>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
