import type { ReactNode } from 'react'
import { Loaded } from '../shell/loaded.tsx'
import { Block } from '../shell/evidence.tsx'
import { MoneyStrip } from '../wallet/money-strip.tsx'
import { useClient, type Client } from './client.api.ts'

export function Beside({ clientId, children }: { clientId: string; children: (client: Client) => ReactNode }) {
  const query = useClient(clientId)
  return (
    <Loaded query={query} what="the client" lines={5}>
      {children}
    </Loaded>
  )
}

export const BesideWallet = ({ clientId }: { clientId: string }) => (
  <Beside clientId={clientId}>
    {({ wallet }) => (
      <Block title="Wallet">
        <MoneyStrip wallet={wallet} quiet />
      </Block>
    )}
  </Beside>
)
