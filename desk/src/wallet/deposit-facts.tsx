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
            : [
                {
                  term: 'Reference in the QR',
                  value: <Copyable text={reference} name="Copy reference" done="Reference copied" />,
                },
              ]),
          {
            term: 'UTR the client entered',
            value: utr === undefined ? 'None' : <Copyable text={utr} name="Copy UTR" done="UTR copied" />,
          },
          ...(bankReference === undefined
            ? []
            : [
                {
                  term: 'Bank reference',
                  value: <Copyable text={bankReference} name="Copy bank reference" done="Bank reference copied" />,
                },
              ]),
        ]}
      />
    </Block>
  )
}
