import { messageKindOf } from '@sauda/contract/client/message'
import { type ReactNode, useContext } from 'react'
import { useParams } from 'react-router'
import { type Client, useClient } from '../client/client/client.api.ts'
import { PinnedWarnings } from '../client/client/pinned-warnings.tsx'
import { WriteToClient } from '../client/message/message-dialog.tsx'
import { CasePage, type CasePageProps } from '../core/queue/case.tsx'
import { Loaded } from '../shell/loaded.tsx'
import { ClientExtras, ShownCase } from '../shell/review.tsx'
import { paiseOf } from '@sauda/contract/platform/money'
import { DescriptionList } from '@sauda/ui/description-list'
import { ClientWallet } from '../money/wallet/money-strip.tsx'
import { Block, Columns } from '../shell/evidence.tsx'
import { amountFact } from '../shell/lines.tsx'
import { useBook } from '../trading/trade/trade.api.ts'

/** The case of the page, or the one beside the queue. */
export function useCaseId(): string {
  const { id } = useParams()
  return useContext(ShownCase).id ?? id ?? ''
}
/** Facts about the client of a case, besides its own evidence. */
export const Beside = ({ clientId, children }: { clientId: string; children: (client: Client) => ReactNode }) => (
  <Loaded query={useClient(clientId)} what="the client" lines={5}>
    {children}
  </Loaded>
)

/** A case with what concerns its client whatever the case is about. */
export function Case<Known extends { clientName?: string | undefined; warnings?: unknown }>(
  props: CasePageProps<Known> & { isOwn?: true },
) {
  const { id, kind, query, isOwn } = props
  const known = query.data
  const about = known && !isOwn ? messageKindOf(typeof kind === 'function' ? kind(known) : kind) : 'client'
  return (
    <ClientExtras
      value={(clientId) => ({
        tool: (
          <WriteToClient
            kinds={[about]}
            id={about === 'client' ? clientId : id}
            clientName={known?.clientName ?? 'the client'}
            size="small"
          />
        ),
        below: <PinnedWarnings clientId={clientId} ownAccount={known?.warnings === undefined} />,
      })}
    >
      <CasePage {...props} />
    </ClientExtras>
  )
}

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
                  amountFact('Positions at the last prices', positions),
                  amountFact('Paid with a loan', -paiseOf(loanPart), { change: true }),
                  amountFact('Balance, on hold and unsettled, less dues', cash),
                  amountFact('Total worth', positions - paiseOf(loanPart) + cash, { isTotal: true }),
                  amountFact('Principal outstanding', owed),
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
