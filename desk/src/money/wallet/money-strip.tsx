import type { TrailFigure } from '@sauda/contract/books/statement'
import { paiseOf } from '@sauda/contract/platform/money'
import type { WalletTransaction } from '@sauda/contract/money/wallet'
import { DescriptionList } from '@sauda/ui/description-list'
import { Money } from '@sauda/ui/money'
import { Block } from '../../shell/evidence.tsx'
import { useIsPhone } from '@sauda/web/hooks'
import { Strip } from '../../shell/lines.tsx'
import { TrailAmount } from '../../shell/trail.tsx'
import { RequestsTable } from './requests-table.tsx'
import type { WalletFigures } from './wallet.api.ts'

interface MoneyStripProps {
  clientId: string
  wallet: WalletFigures
  /** Beside a case, which has its own main figure: as a list. */
  quiet?: boolean
}

/** Each figure opens its money trail. */
export function MoneyStrip({ clientId, wallet, quiet = false }: MoneyStripProps) {
  const isPhone = useIsPhone()
  const figure = (term: string, amount: number, of: TrailFigure) => {
    const money = <Money amount={paiseOf(amount)} {...(!quiet && !isPhone && { size: 'large' as const })} />
    const isZero = amount === 0
    return {
      term,
      isZero,
      value: isZero ? money : <TrailAmount of={{ clientId, source: { figure: of }, name: term }}>{money}</TrailAmount>,
    }
  }
  const items = [
    figure('Balance', wallet.balance, 'cash'),
    figure('On hold', wallet.withheld, 'withheld'),
    ...[
      figure('Unsettled', wallet.unsettled ?? 0, 'unsettled'),
      figure('Dues', wallet.dues ?? 0, 'dues'),
      figure('Invested', wallet.investedAmount, 'invested'),
      figure('Unused loan', wallet.loanAmount, 'loan'),
      figure('Cashback', wallet.cashback, 'cashback'),
    ].filter(({ isZero }) => !isZero),
  ]
  return quiet ? <DescriptionList amounts items={items} /> : <Strip items={items} />
}

const shown = 6

interface RequestsProps {
  clientId: string
  requests: readonly WalletTransaction[]
  openId: string
}

export const ClientWallet = ({ clientId, wallet }: MoneyStripProps) => (
  <Block title="Wallet">
    <MoneyStrip clientId={clientId} wallet={wallet} quiet />
  </Block>
)

export const RecentRequests = ({ clientId, requests, openId }: RequestsProps) => (
  <Block title="Recent requests of this client">
    <RequestsTable
      label="Recent requests"
      clientId={clientId}
      requests={requests.slice(0, shown)}
      brief
      selectedId={openId}
    />
  </Block>
)
