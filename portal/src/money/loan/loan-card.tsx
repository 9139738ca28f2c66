import { declined, type LoanCost, type LoanTerms } from '@sauda/contract/money/loan'
import { paiseOf } from '@sauda/contract/platform/money'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { StatusPill } from '@sauda/ui/badge'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { DescriptionList } from '@sauda/ui/description-list'
import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { Row, Stack } from '@sauda/ui/stack'
import { formatDate, formatDateTime } from '@sauda/web/date-time'
import { expectedText } from '@sauda/web/expected'
import { useIsNarrow, useNow } from '@sauda/web/hooks'
import { useState } from 'react'
import { useAttempt } from '../../shell/attempt.ts'
import { useBrand } from '../../shell/brand.ts'
import { Dialog } from '@sauda/ui/dialog'
import { givenText, shortId } from '../../shell/given.ts'
import { lazyPart, useIsActive } from '../../shell/lazy-part.tsx'
import { traceOf } from '../../shell/amounts.tsx'
import { useLoanRequests, type Loan, type Funds, statusLabels } from './loan.api.ts'
import { loanText } from './loan.text.ts'
import { Terms } from './terms.tsx'
import styles from './loan.module.css'

const RepayDialog = lazyPart(() => import('./repay-dialog.tsx').then((module) => module.RepayDialog))

interface LoanCardProps {
  loan: Loan
  funds: Funds | undefined
  onMessage: (message: string) => void
}

export function LoanCard({ loan, funds, onMessage }: LoanCardProps) {
  const { label, tone } = statusLabels[loan.status]
  return (
    <Card title={loanText.name(shortId(loan._id))} aside={<StatusPill tone={tone}>{label}</StatusPill>}>
      <Row as="p" gap="0 4" className="note">
        {loan.createdAt && <span>{loanText.requestedOn(formatDateTime(loan.createdAt))}</span>}
        {loan.userAccepted && loan.status === 'approved' && <span>Accepted</span>}
        {loan.total > 0 && !loan.terms && (
          <span>{sentence(loanText.total, { amount: <Money amount={paiseOf(loan.total)} /> })}</span>
        )}
      </Row>
      <LoanContent loan={loan} funds={funds} onMessage={onMessage} />
    </Card>
  )
}

function LoanContent({ loan, funds, onMessage }: LoanCardProps) {
  switch (loan.status) {
    case 'pending':
      return <UnderReview targetAt={loan.targetAt} />
    case 'admin_approved':
      return <Offer loanId={loan._id} terms={loan.terms} cost={loan.cost} onMessage={onMessage} />
    case 'approved':
      return loan.payoff !== undefined && <ActiveLoan loan={loan} funds={funds} onMessage={onMessage} />
    case 'closed':
      return (
        <>
          <p>{loanText.closed}</p>
          {loan.terms && <Terms terms={loan.terms} cost={loan.cost} left={[]} />}
        </>
      )
    case 'rejected':
      return (
        <AlertBanner tone="warn" title={loan.reason === declined ? loanText.offerRejected : loan.reason}>
          {loanText.rejected}
        </AlertBanner>
      )
  }
}

function UnderReview({ targetAt }: Pick<Loan, 'targetAt'>) {
  const expected = expectedText({ of: 'loan', targetAt }, useNow())
  return (
    <Stack gap={1}>
      <p>{loanText.underReview}</p>
      {expected && <p className="note">{expected}</p>}
    </Stack>
  )
}

function ActiveLoan({ loan, funds, onMessage }: LoanCardProps) {
  const { principal = 0, outstanding = 0, payoff = 0, repaid = 0, next, terms } = loan
  const onTrace = traceOf(loanText.name(shortId(loan._id)), { cause: loan._id })
  const [isOpen, setOpen] = useState(false)
  const isActive = useIsActive()
  const saved = terms ? paiseOf(terms.totalPayable) - paiseOf(repaid) - paiseOf(outstanding) : 0n
  const figure = (term: string, amount: bigint) => ({ term, value: <Money amount={amount} onTrace={onTrace} /> })
  return (
    <Stack gap={5}>
      <Row justify="between">
        <Stack gap={1} align="start">
          <span className="soft">Principal outstanding</span>
          <Money amount={paiseOf(principal)} size="large" onTrace={onTrace} />
        </Stack>
        <Button onClick={() => setOpen(true)}>Repay</Button>
      </Row>
      {terms && <Repaid amount={paiseOf(terms.amount)} principal={paiseOf(principal)} />}
      <DescriptionList
        {...(useIsNarrow() ? { amounts: true } : { across: true })}
        items={[
          next && figure(loanText.dueOn(formatDate(next.dueDate)), paiseOf(next.amount)),
          figure('To close today', paiseOf(payoff)),
          figure('Left to pay with interest', paiseOf(outstanding)),
          figure('Paid so far', paiseOf(repaid)),
          saved > 0n && { term: 'Interest saved', value: <Money amount={saved} /> },
        ]}
      />
      {terms && <Terms terms={terms} cost={loan.cost} left={loan.left ?? []} />}
      {isActive && (
        <RepayDialog
          open={isOpen}
          loan={loan}
          funds={funds}
          onClose={() => setOpen(false)}
          onDone={(message) => {
            setOpen(false)
            onMessage(message)
          }}
        />
      )}
    </Stack>
  )
}

function Repaid({ amount, principal }: { amount: bigint; principal: bigint }) {
  const part = amount - principal
  return (
    <figure>
      <svg className={styles.bar} viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">
        <rect data-part="principal" width={Number((part * 1000n) / amount)} height="10" />
      </svg>
      <figcaption className={`note tabular ${styles.parts}`}>
        {sentence(loanText.repaid, { part: <Money amount={part} />, whole: <Money amount={amount} /> })}
      </figcaption>
    </figure>
  )
}

interface OfferProps {
  loanId: string
  /** Not named by the specification. */
  terms: LoanTerms | undefined
  cost: LoanCost | undefined
  onMessage: (message: string) => void
}

function Offer({ loanId, terms, cost, onMessage }: OfferProps) {
  const { accept, decline } = useLoanRequests()
  const { lending } = useBrand()
  const { error, busy, attempt } = useAttempt('your loans')
  const [isRejecting, setRejecting] = useState(false)
  const [sendsRejection, setSendsRejection] = useState(false)
  const respond = (send: typeof accept | typeof decline) =>
    attempt(async () => {
      setRejecting(false)
      setSendsRejection(send === decline)
      onMessage(givenText((await send(loanId)).message, loanText.answered))
    })
  return (
    <>
      <p>{lending ? loanText.offer : loanText.lendingOff}</p>
      {terms && <OfferTerms terms={terms} cost={cost} />}
      {error && (
        <AlertBanner tone="warn" title="We couldn’t send your answer">
          {error}
        </AlertBanner>
      )}
      <Row className={styles.actions}>
        {lending && (
          <Button
            onClick={() => respond(accept)}
            disabled={busy}
            loading={busy && !sendsRejection}
            loadingText="Accepting..."
          >
            Accept
          </Button>
        )}
        <Button
          variant="ghost"
          disabled={busy}
          loading={busy && sendsRejection}
          loadingText="Rejecting..."
          onClick={() => setRejecting(true)}
        >
          Reject
        </Button>
      </Row>
      <Dialog
        open={isRejecting}
        onOpenChange={setRejecting}
        title="Reject this offer?"
        description="You borrow nothing. You can apply again at any time."
        action={<Button onClick={() => respond(decline)}>Reject offer</Button>}
        cancelLabel="Not now"
      />
    </>
  )
}

function OfferTerms({ terms, cost }: { terms: LoanTerms; cost: LoanCost | undefined }) {
  return (
    <>
      <Terms terms={terms} cost={cost} />
      <div className={styles.summary}>
        <p>
          {sentence(loanText.offerTotal, {
            amount: <Money amount={paiseOf(terms.amount)} />,
            total: <Money amount={paiseOf(terms.totalPayable)} />,
          })}
        </p>
        {cost?.closing && (
          <p>
            {sentence(loanText.closing, {
              months: loanText.tenure(cost.closing.afterMonths),
              amount: <Money amount={paiseOf(cost.closing.total)} />,
            })}
          </p>
        )}
      </div>
    </>
  )
}
