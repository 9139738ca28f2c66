import { paiseOf } from '@sauda/contract/money'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { Row } from '@sauda/ui/stack'
import { release, useUnanswered } from '../shell/intention.ts'
import { addMoneyAddress, withdrawAddress, type AddMoney, type Withdraw } from './wallet.api.ts'

interface UnansweredProps {
  busy: boolean
  onAdd: (paid: AddMoney) => void
  onWithdraw: (wanted: Withdraw) => void
}

/** After a time-out or a reload: what was asked without an answer, and the safe way to ask once more. */
export function Unanswered({ busy, onAdd, onWithdraw }: UnansweredProps) {
  const add = useUnanswered<{ body: AddMoney }>(addMoneyAddress)?.body
  const withdraw = useUnanswered<{ body: Withdraw }>(withdrawAddress)?.body
  if (busy) return null
  return (
    <>
      {add && (
        <Open
          words="Adding {amount} was not answered"
          amount={add.amount}
          onSend={() => onAdd(add)}
          onForget={() => release(addMoneyAddress)}
        />
      )}
      {withdraw && (
        <Open
          words="Withdrawing {amount} was not answered"
          amount={withdraw.amount}
          onSend={() => onWithdraw(withdraw)}
          onForget={() => release(withdrawAddress)}
        />
      )}
    </>
  )
}

interface OpenProps {
  words: `${string}{amount}${string}`
  amount: number
  onSend: () => void
  onForget: () => void
}

function Open({ words, amount, onSend, onForget }: OpenProps) {
  return (
    <AlertBanner
      tone="warn"
      title={sentence(words, { amount: <Money amount={paiseOf(amount)} /> })}
      action={
        <Row>
          <Button size="small" onClick={onSend}>
            Send again
          </Button>
          <Button size="small" variant="ghost" onClick={onForget}>
            Leave it
          </Button>
        </Row>
      }
    >
      It may have arrived: look at your latest requests. Sending it again cannot do it twice.
    </AlertBanner>
  )
}
