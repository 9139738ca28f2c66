import { rupeesOf } from '@sauda/contract/money'
import { walletErrors } from '@sauda/contract/wallet'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { RadioGroup } from '@sauda/ui/radio-group'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../shell/api-error.ts'
import { later } from '../shell/later.tsx'
import { useKept } from '../shell/kept.ts'
import { currentSession, useSession } from '../shell/session.ts'
import { appToast } from '../shell/toast.ts'
import { useBusy } from '../shell/use-busy.ts'
import { AddForm } from './add-form.tsx'
import { Balance } from './balance.tsx'
import { figuresOf } from './figures.ts'
import styles from './fund.module.css'
import { Latest } from './latest.tsx'
import { usePayIntent } from './pay-intent.ts'
import { ResultDialog } from './result-dialog.tsx'
import { alreadySent, failure, notStarted, success, type Result } from './result.ts'
import { Unanswered } from './unanswered.tsx'
import { askIntent, useRequests, useWallet, type AddMoney, type Withdraw } from './wallet.api.ts'
import type { Destination } from './withdraw-form.tsx'

// Out of the first view, which is the form to add funds: with the second comes the drawing of QR codes.
const WithdrawForm = later(() => import('./withdraw-form.tsx').then((module) => module.WithdrawForm))
const PayView = later(() => import('./pay-view.tsx').then((module) => module.PayView))

const ways = [
  { value: 'add', label: 'Add Fund' },
  { value: 'withdraw', label: 'Withdraw Fund' },
]

/** Add fund and withdraw (section 4): form, pay view, result; then the wallet is read again and the form stands there anew. */
export function Fund({ destination }: { destination: Destination }) {
  const wallet = useWallet()
  const heading = useRef<HTMLHeadingElement>(null)
  const [way, setWay] = useKept('fund way', 'add')
  const { text, setText, busy, result, setResult, pay, sendAdd, sendWithdrawal, startPaying } = useFund()
  const withdrawable = wallet.data && figuresOf(wallet.data).withdrawable

  const submitWithdrawal = (paise: bigint, fault: string | undefined) => {
    if (fault) setResult({ kind: 'Info', message: fault })
    else if (destination.payTo?.accountNumber === '') setResult({ kind: 'Info', message: walletErrors.noBank.message })
    else sendWithdrawal({ amount: rupeesOf(paise) })
  }
  const { intent } = pay
  const wasPaying = useRef(false)
  useEffect(() => {
    // The focus was in what is gone now; a result's dialog keeps its own.
    if (wasPaying.current && !intent && !result) heading.current?.focus({ preventScroll: true })
    wasPaying.current = intent !== undefined
  }, [intent, result])
  return (
    <div className={styles.page}>
      {intent ? (
        <PayView
          intent={intent}
          busy={busy}
          onBack={pay.back}
          onPay={(utr) => sendAdd({ amount: intent.amount, reference: intent.reference, utr })}
        />
      ) : (
        <>
          <Balance heading={heading} />
          <div className={styles.columns}>
            <div className={styles.main}>
              <UnderReview />
              <Unanswered busy={busy} onAdd={sendAdd} onWithdraw={sendWithdrawal} />
              <RadioGroup
                label="Add or withdraw"
                hideLabel
                look="segmented"
                options={ways}
                value={way}
                onValueChange={setWay}
                disabled={busy}
              />
              {way === 'add' ? (
                <AddForm text={text} onText={setText} busy={busy} onSubmit={startPaying} />
              ) : (
                <WithdrawForm
                  {...{ text, busy, withdrawable, destination }}
                  onText={setText}
                  onSubmit={submitWithdrawal}
                />
              )}
            </div>
            <Latest />
          </div>
        </>
      )}
      <ResultDialog result={result} onClose={() => setResult(undefined)} finalFocus={heading} />
    </div>
  )
}

function UnderReview() {
  if (useSession().isDocsVerified !== 'PENDING') return null
  return (
    <AlertBanner title="We are checking your documents">
      You can add and withdraw funds as soon as they are verified.
    </AlertBanner>
  )
}

/** What can be under way on this screen, one thing at a time. */
function useFund() {
  const [text, setText] = useKept('fund amount', '')
  const [result, setResult] = useState<Result>()
  const [busy, run] = useBusy()
  const pay = usePayIntent()
  const { addMoney, withdraw } = useRequests()

  const startPaying = (paise: bigint) =>
    void run(async (isHere) => {
      const amount = rupeesOf(paise)
      try {
        const intent = pay.keptFor(amount) ?? (await askIntent(amount))
        if (isHere()) pay.open(intent)
      } catch (error) {
        setResult(notStarted(error))
      }
    })
  const { userId } = useSession()
  const tell = (isHere: boolean, told: Result) => {
    if (isHere) setResult(told)
    // Logged out meanwhile, it is nobody's business here.
    else if (currentSession().userId === userId) toastOf(told)
  }
  const sendAdd = (paid: Omit<AddMoney, 'id'>) =>
    void run(async (isHere) => {
      try {
        const { message } = await addMoney(paid)
        pay.forget(paid.reference)
        setText('')
        tell(isHere(), success('added', message))
      } catch (error) {
        const said = error instanceof ApiError ? error.said : undefined
        const wasSent = said === walletErrors.intentUsed.message
        if (wasSent || said === walletErrors.intentOver.message) pay.forget(paid.reference)
        tell(isHere(), wasSent ? alreadySent() : failure('added', error))
      }
    })
  const sendWithdrawal = (wanted: Omit<Withdraw, 'id'>) =>
    void run(async (isHere) => {
      try {
        const { message } = await withdraw(wanted)
        setText('')
        tell(isHere(), success('withdrawal', message))
      } catch (error) {
        tell(isHere(), failure('withdrawal', error))
      }
    })
  return { text, setText, busy, result, setResult, pay, startPaying, sendAdd, sendWithdrawal }
}

const toasts = { Success: appToast.success, Error: appToast.error, Info: appToast.info }

/** Who went on to another screen hears how it went there. */
function toastOf({ kind, message, detail }: Result): void {
  toasts[kind](detail === undefined ? message : `${message} ${detail}`)
}
