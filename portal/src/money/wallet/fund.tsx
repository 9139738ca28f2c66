import { walletErrors } from '@sauda/contract/money/wallet'
import { rupeesOf } from '@sauda/contract/platform/money'
import { CountedMoney } from '@sauda/ui/counted-money'
import { ErrorState } from '@sauda/ui/error-state'
import { Money } from '@sauda/ui/money'
import { Segments } from '@sauda/ui/radio-group'
import { sentence } from '@sauda/ui/sentence'
import { Skeleton } from '@sauda/ui/skeleton'
import { Row, Stack } from '@sauda/ui/stack'
import { useBusy } from '@sauda/web/hooks'
import { memo, type RefObject, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { AmountsButton, IncludesLoan, traceOf } from '../../shell/amounts.tsx'
import { useDraft } from '../../shell/draft.ts'
import { lazyPart, usePreload } from '../../shell/lazy-part.tsx'
import { currentSession, useSession } from '../../shell/session.ts'
import { appToast } from '../../shell/toast.ts'
import { AddForm } from './amount-form.tsx'
import styles from './fund.module.css'
import { accountText, addBlocked, withdrawBlocked } from './fund-rules.ts'
import { NextSteps } from './next-steps.tsx'
import { OpenRequests } from './open-requests.tsx'
import {
  ResultDialog,
  alreadySent,
  failure,
  notStarted,
  type Result,
  serverMessage,
  success,
} from './result-dialog.tsx'
import { TradeMoney } from './trade-money.tsx'
import { UnconfirmedRequests, UnfinishedPayment, usePaymentDraft } from './unfinished.tsx'
import {
  type AddMoneyInput,
  createPaymentRequest,
  useRequests,
  useWallet,
  type WithdrawInput,
  figuresOf,
} from './wallet.api.ts'
import { walletText } from './wallet.text.ts'
import type { Destination } from './withdraw-form.tsx'

// Loaded later than the form to add funds, because the pay view brings the QR code library.
const WithdrawForm = lazyPart(() => import('./withdraw-form.tsx').then((module) => module.WithdrawForm))
const PayView = lazyPart(() => import('./pay-view.tsx').then((module) => module.PayView))
// Below the form, and not needed to send a request.
const RecentActivity = lazyPart(() => import('./recent-activity.tsx').then((module) => module.RecentActivity))

const directions = [
  { value: 'add', label: 'Add Fund' },
  { value: 'withdraw', label: 'Withdraw Fund' },
]

export function Fund({ destination }: { destination: Destination }) {
  const wallet = useWallet()
  const session = useSession()
  const heading = useRef<HTMLHeadingElement>(null)
  const linked = useSearchParams()[0].get('direction') ?? 'add'
  const [direction, setDirection] = useDraft('fund direction', linked)
  usePreload(WithdrawForm.preload)
  const { text, setText, busy, result, setResult, draft, sendAdd, sendWithdrawal, startPaying } = useFund(linked)
  const form = { text, busy, onText: setText }

  const submitWithdrawal = (paise: bigint, error: string | undefined) => {
    const missing = destination.payTo?.accountNumber === '' ? walletErrors.noBank.message : undefined
    const message = error ?? missing
    if (message !== undefined) setResult({ kind: 'Info', message, isCheck: true })
    else sendWithdrawal({ amount: rupeesOf(paise) }, { paise, account: accountText(destination.payTo) })
  }
  const { shownRequest } = draft
  const wasPaying = useRef(false)
  useEffect(() => {
    // The focused element went with the pay view; a result dialog places the focus itself.
    if (wasPaying.current && !shownRequest && !result) heading.current?.focus({ preventScroll: true })
    wasPaying.current = shownRequest !== undefined
  }, [shownRequest, result])
  return (
    <>
      {shownRequest ? (
        <PayView
          request={shownRequest}
          busy={busy}
          onBack={draft.back}
          onPay={(utr) => sendAdd({ amount: shownRequest.amount, reference: shownRequest.reference, utr })}
        />
      ) : (
        <div className={styles.fund}>
          <Balance heading={heading} />
          <div className={styles.columns}>
            <Stack gap={5} className={styles.main}>
              <UnconfirmedRequests busy={busy} onAdd={sendAdd} onWithdraw={sendWithdrawal} />
              {direction === 'add' && <UnfinishedPayment draft={draft} />}
              <Segments
                label="Add or withdraw"
                options={directions}
                value={direction}
                onValueChange={setDirection}
                disabled={busy}
              />
              {direction === 'add' ? (
                <AddForm {...form} blocked={addBlocked(session)} onSubmit={startPaying} />
              ) : (
                <WithdrawForm
                  {...form}
                  blocked={withdrawBlocked(session, wallet.data)}
                  withdrawable={wallet.data && figuresOf(wallet.data).withdrawable}
                  destination={destination}
                  onSubmit={submitWithdrawal}
                />
              )}
            </Stack>
            <Stack gap={8}>
              <OpenRequests />
              <NextSteps direction={direction} />
            </Stack>
            <div>
              <RecentActivity />
            </div>
          </div>
        </div>
      )}
      <ResultDialog result={result} onClose={() => setResult(undefined)} finalFocus={heading} />
    </>
  )
}

function useFund(linked: string) {
  const [text, setText] = useDraft('fund amount', '')
  const [result, setResult] = useState<Result>()
  const [busy, run] = useBusy()
  // A link to withdraw opens the form to withdraw, also with an unfinished payment.
  const draft = usePaymentDraft(linked === 'withdraw')
  const { addMoney, withdraw } = useRequests()
  const { userId } = useSession()

  const startPaying = (paise: bigint) =>
    void run(async (isMounted) => {
      const amount = rupeesOf(paise)
      try {
        const request = draft.findFor(amount) ?? (await createPaymentRequest(amount))
        if (isMounted()) draft.open(request)
      } catch (error) {
        setResult(notStarted(error))
      }
    })
  const showResult = (isMounted: boolean, next: Result) => {
    if (isMounted) setResult(next)
    // After a logout, the result must not be shown to the next client.
    else if (currentSession().userId === userId) showToast(next)
  }
  const sendAdd = (input: Omit<AddMoneyInput, 'id'>) =>
    void run(async (isMounted) => {
      try {
        const reply = await addMoney(input)
        await draft.remove(input.reference)
        setText('')
        showResult(isMounted(), success('added', reply))
      } catch (error) {
        const message = serverMessage(error)
        const wasSent = message === walletErrors.intentUsed.message
        if (wasSent || message === walletErrors.intentOver.message) await draft.remove(input.reference)
        showResult(isMounted(), wasSent ? alreadySent() : failure('added', error))
      }
    })
  const sendWithdrawal = (input: Omit<WithdrawInput, 'id'>, sent?: Result['sent']) =>
    void run(async (isMounted) => {
      try {
        const reply = await withdraw(input)
        setText('')
        showResult(isMounted(), { ...success('withdrawal', reply), sent })
      } catch (error) {
        showResult(isMounted(), failure('withdrawal', error))
      }
    })
  return { text, setText, busy, result, setResult, draft, startPaying, sendAdd, sendWithdrawal }
}

const toasts = { Success: appToast.success, Error: appToast.error, Info: appToast.info }
function showToast({ kind, message, detail }: Result): void {
  toasts[kind](detail === undefined ? message : `${message} ${detail}`)
}

/** Memoised, so that it does not render while an amount is typed, like the other parts of the screen. */
const Balance = memo(function Balance({ heading }: { heading: RefObject<HTMLHeadingElement | null> }) {
  const wallet = useWallet()
  const { total, loan, withheld } = figuresOf(wallet.data)
  return (
    <Stack as="section" gap={1} align="start">
      <h2 ref={heading} tabIndex={-1} className="soft md medium">
        Wallet Balance
      </h2>
      {wallet.data ? (
        <Row tight gap={1} className={styles.total}>
          <CountedMoney amount={total} size="hero" onTrace={traceOf('Wallet Balance', { figure: 'balance' })} />
          <AmountsButton />
        </Row>
      ) : wallet.isPending ? (
        <output>
          <span className="visually-hidden">Loading...</span>
          <Skeleton shape="title" className={styles.balanceWaiting} />
        </output>
      ) : (
        <div className={styles.balanceMissing}>
          <ErrorState look="line" title="Not available right now" query={wallet} />
        </div>
      )}
      <Row align="baseline" gap="0 3" className="soft">
        <p>Available for Investing</p>
        {loan > 0n && (
          <p className="note">
            <IncludesLoan amount={loan} onTrace={traceOf('Loan money', { figure: 'loan' })} />
          </p>
        )}
      </Row>
      {withheld > 0n && (
        <p className="note">
          {sentence(walletText.onHold, {
            amount: <Money amount={withheld} onTrace={traceOf('On hold', { figure: 'withheld' })} />,
          })}
        </p>
      )}
      <TradeMoney wallet={wallet.data} />
    </Stack>
  )
})
