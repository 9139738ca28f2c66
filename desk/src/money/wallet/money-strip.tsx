import { paiseOf } from '@sauda/contract/platform/money'
import type { WalletTransaction } from '@sauda/contract/money/wallet'
import { Money } from '@sauda/ui/money'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Block } from '../../shell/evidence.tsx'
import layout from '../../shell/layout.module.css'
import { Strip } from '../../shell/lines.tsx'
import { useCan } from '../../shell/me.ts'
import { RequestsTable } from './requests-table.tsx'
import type { WalletFigures } from './wallet.api.ts'

/** `quiet` beside a case, which has its own main figure. */
export function MoneyStrip({ wallet, quiet = false }: { wallet: WalletFigures; quiet?: boolean }) {
  const figure = (term: string, amount: number, size: 'hero' | 'large') => ({
    term,
    value: quiet ? (
      <Money amount={paiseOf(amount)} />
    ) : (
      <Behind>
        <Money amount={paiseOf(amount)} size={size} />
      </Behind>
    ),
  })
  const trading: readonly [string, number][] = [
    ['Unsettled', wallet.unsettled ?? 0],
    ['Dues', wallet.dues ?? 0],
  ]
  const rest: readonly [string, number][] = [
    ['On hold', wallet.withheld],
    ...trading.filter(([, amount]) => amount > 0),
    ['Invested', wallet.investedAmount],
    ['Unused loan', wallet.loanAmount],
    ['Cashback', wallet.cashback],
  ]
  return (
    <Strip
      items={[
        { ...figure('Balance', wallet.balance, wallet.balance === 0 ? 'large' : 'hero'), isZero: wallet.balance === 0 },
        ...rest.map(([term, amount]) => ({ ...figure(term, amount, 'large'), isZero: amount === 0 })),
      ]}
    />
  )
}

/** The entries behind a figure, each with its money trail. */
function Behind({ children }: { children: ReactNode }) {
  const can = useCan()
  return can('ledger.read') ? (
    <Link className={layout.plain} to="?show=ledger" replace>
      {children}
    </Link>
  ) : (
    children
  )
}

const shown = 6

interface ClientMoneyProps {
  clientId: string
  wallet: WalletFigures
  requests: readonly WalletTransaction[]
  openId: string
}

export function ClientMoney({ clientId, wallet, requests, openId }: ClientMoneyProps) {
  return (
    <>
      <Block title="Wallet">
        <MoneyStrip wallet={wallet} quiet />
      </Block>
      <Block title="Recent requests of this client">
        <RequestsTable
          label="Recent requests"
          clientId={clientId}
          requests={requests.slice(0, shown)}
          brief
          selectedId={openId}
        />
      </Block>
    </>
  )
}
