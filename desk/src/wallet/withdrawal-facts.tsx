import { chargeWords } from '@sauda/contract/charge'
import { decimalRupees, formatRupees, paiseOf } from '@sauda/contract/money'
import { DescriptionList } from '@sauda/ui/description-list'
import { Copyable } from '../shell/copyable.tsx'
import { Block, Note } from '../shell/evidence.tsx'
import { useCan } from '../shell/me.ts'
import { NameCheck } from '../shell/name-check.tsx'
import type { Request } from './wallet.api.ts'

export function WithdrawalFacts({ request }: { request: Request }) {
  const { amount, payTo, bankReference, clientName } = request
  const can = useCan()
  const paise = paiseOf(amount)
  if (!payTo) return null
  const { accountHolderName, accountNumber, ifsc } = payTo
  return (
    <Block title="Pay to">
      <DescriptionList
        items={[
          {
            term: 'Account holder',
            value: (
              <>
                <Copyable text={accountHolderName} name="Copy account holder" done="Account holder copied" />
                <NameCheck registered={clientName} found={accountHolderName} />
              </>
            ),
          },
          {
            term: 'Account number',
            // Masked without the right to pay.
            value: can('wallet.pay') ? (
              <Copyable text={accountNumber} name="Copy account number" done="Account number copied" />
            ) : (
              accountNumber
            ),
          },
          { term: 'IFSC', value: <Copyable text={ifsc} name="Copy IFSC" done="IFSC copied" /> },
          {
            term: 'Amount',
            value: (
              <Copyable text={decimalRupees(paise)} name="Copy amount" done="Amount copied">
                {formatRupees(paise)}
              </Copyable>
            ),
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
      <Note>{chargeWords.honestAtDesk}</Note>
    </Block>
  )
}
