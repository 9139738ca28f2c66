import type { WalletTransaction } from '@sauda/contract/wallet'
import { Block } from '../shell/evidence.tsx'
import { MoneyStrip } from './money-strip.tsx'
import { RequestsTable } from './requests-table.tsx'
import type { WalletFigures } from './wallet.api.ts'

const shown = 6

interface ClientMoneyProps {
  wallet: WalletFigures
  requests: readonly WalletTransaction[]
  openId: string
}

export function ClientMoney({ wallet, requests, openId }: ClientMoneyProps) {
  return (
    <>
      <Block title="Wallet">
        <MoneyStrip wallet={wallet} quiet />
      </Block>
      <Block title="Recent requests of this client">
        <RequestsTable label="Recent requests" requests={requests.slice(0, shown)} brief selectedId={openId} />
      </Block>
    </>
  )
}
