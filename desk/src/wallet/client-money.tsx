import type { WalletTransaction } from '@sauda/contract/wallet'
import { Block, Columns } from '../shell/evidence.tsx'
import { Figures } from './figures.tsx'
import { RequestsTable } from './requests-table.tsx'
import type { WalletFigures } from './wallet.api.ts'

const shown = 6

interface ClientMoneyProps {
  wallet: WalletFigures
  requests: readonly WalletTransaction[]
  /** The request that is open. */
  openId: string
}

/** A client's figures and newest requests, beside whatever is decided about them. */
export function ClientMoney({ wallet, requests, openId }: ClientMoneyProps) {
  return (
    <Columns>
      <Block title="Newest requests of this client">
        <RequestsTable label="Newest requests" requests={requests.slice(0, shown)} brief selectedId={openId} />
      </Block>
      <Block title="Wallet">
        <Figures wallet={wallet} />
      </Block>
    </Columns>
  )
}
