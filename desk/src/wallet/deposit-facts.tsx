import { DescriptionList } from '@sauda/ui/description-list'
import { Copyable } from '../shell/copyable.tsx'
import { Block } from '../shell/evidence.tsx'
import type { Request } from './wallet.api.ts'

/** What to look for in the bank's statement. */
export function DepositFacts({ request: { reference, utr, bankReference } }: { request: Request }) {
  return (
    <Block title="Look for in the bank statement">
      <DescriptionList
        items={[
          ...(reference === undefined
            ? []
            : [{ term: 'Reference in the QR', value: <Copyable text={reference} what="reference" /> }]),
          {
            term: 'UTR the client entered',
            value: utr === undefined ? 'None' : <Copyable text={utr} what="UTR" />,
          },
          ...(bankReference === undefined
            ? []
            : [{ term: 'Bank reference', value: <Copyable text={bankReference} what="bank reference" /> }]),
        ]}
      />
    </Block>
  )
}
