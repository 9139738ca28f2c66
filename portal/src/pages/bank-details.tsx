import { paiseOf } from '@sauda/contract/platform/money'
import { buttonClass } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { DescriptionList } from '@sauda/ui/description-list'
import { Loaded } from '@sauda/ui/error-state'
import { Money } from '@sauda/ui/money'
import { FieldSkeletons } from '@sauda/ui/skeleton'
import { Grid } from '@sauda/ui/stack'
import { formatDate } from '@sauda/web/date-time'
import { Landmark } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useProfile } from '../client/profile/profile.api.ts'
import { BankForm } from '../money/bank/bank-form.tsx'
import { useTransactions, useWallet, figuresOf } from '../money/wallet/wallet.api.ts'
import { Screen } from '../shell/screen.tsx'
import { traceOf } from '../shell/amounts.tsx'

export default function BankDetails() {
  const profile = useProfile()
  const [updated, setUpdated] = useState(false)
  return (
    <Screen
      title="Bank Accounts"
      icon={<Landmark />}
      description="We pay withdrawals only to this bank account."
      success={updated ? 'Bank Details Updated' : undefined}
    >
      <Grid two="main" align="start">
        <Card>
          <Loaded
            query={profile}
            loading={<FieldSkeletons count={3} label="Loading..." />}
            failed="Your bank details could not be loaded"
          >
            {({ bankDetails, isHolderVerified = false, bankVerifiedOn }) => (
              <BankForm
                saved={bankDetails}
                isHolderVerified={isHolderVerified}
                verifiedOn={bankVerifiedOn}
                onUpdated={setUpdated}
              />
            )}
          </Loaded>
        </Card>
        <Withdrawals />
      </Grid>
    </Screen>
  )
}

/** What can be paid to the account, and what was paid last. */
function Withdrawals() {
  const wallet = useWallet()
  const { data } = useTransactions()
  const last = data?.pages[0]?.transactions.find(
    ({ type, status, reversed }) => type === 'withdrawal' && status === 'approved' && !reversed,
  )
  return (
    <Card title="Withdrawals">
      <Loaded query={wallet} lines={2} failed="Your balance could not be loaded." look="line">
        {(figures) => (
          <DescriptionList
            amounts
            items={[
              {
                term: 'Withdrawable',
                value: (
                  <Money
                    amount={figuresOf(figures).withdrawable}
                    onTrace={traceOf('Withdrawable', { figure: 'cash' })}
                  />
                ),
              },
              last && {
                term: `Last paid, requested on ${formatDate(last.createdAt).replaceAll(' ', '\u00a0')}`,
                value: (
                  <Money
                    amount={paiseOf(last.amount)}
                    onTrace={traceOf(`Withdrawal ${last.transactionId}`, { cause: last._id })}
                  />
                ),
              },
            ]}
          />
        )}
      </Loaded>
      <div>
        <Link to="/account/wallet/add-fund?direction=withdraw" className={buttonClass('secondary')}>
          Withdraw Fund
        </Link>
      </div>
    </Card>
  )
}
