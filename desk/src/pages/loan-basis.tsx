import { paiseOf } from '@sauda/contract/platform/money'
import { DescriptionList } from '@sauda/ui/description-list'
import { Money } from '@sauda/ui/money'
import type { Client } from '../client/client/client.api.ts'
import { ClientWallet } from '../money/wallet/money-strip.tsx'
import { Block, Columns } from '../shell/evidence.tsx'
import { Loaded } from '../shell/loaded.tsx'
import { useBook } from '../trading/trade/trade.api.ts'

/** What covers a loan: the total worth that the client sees in the portal, by its parts. */
export function LoanBasis({ client: { _id, wallet, loans } }: { client: Client }) {
  const owed = loans.reduce((sum, { principal = 0 }) => sum + paiseOf(principal), 0n)
  const cash =
    paiseOf(wallet.balance) + paiseOf(wallet.withheld) + paiseOf(wallet.unsettled ?? 0) - paiseOf(wallet.dues ?? 0)
  return (
    <Columns>
      <Block title="Cover">
        <Loaded query={useBook(_id)} what="the positions" lines={4}>
          {({ portfolio: { valuation, loanPart } }) => {
            const positions = paiseOf(valuation.value)
            return (
              <DescriptionList
                amounts
                items={[
                  { term: 'Positions at the last prices', value: <Money amount={positions} /> },
                  { term: 'Paid with a loan', value: <Money amount={-paiseOf(loanPart)} change /> },
                  { term: 'Balance, on hold and unsettled, less dues', value: <Money amount={cash} /> },
                  {
                    term: 'Total worth',
                    value: (
                      <strong>
                        <Money amount={positions - paiseOf(loanPart) + cash} />
                      </strong>
                    ),
                  },
                  { term: 'Principal outstanding', value: <Money amount={owed} /> },
                ]}
              />
            )
          }}
        </Loaded>
      </Block>
      <ClientWallet clientId={_id} wallet={wallet} />
    </Columns>
  )
}
