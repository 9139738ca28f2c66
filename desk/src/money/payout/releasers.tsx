import type { Payout } from '@sauda/contract/money/payout'
import { type Releaser, releasersOf } from '@sauda/contract/core/payer'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import type { ConfirmedPayment } from '../../shell/confirm-dialog.tsx'
import { caseWarnings, Faint, WarningList, type Warning } from '../../shell/lines.tsx'
import { useMe, useNeedsSecond } from '../../shell/me.ts'
import { Link } from 'react-router'
import { countText } from '../../shell/format.ts'
import { anyOf, nobodyCan, obstacleText } from '../../shell/payers.ts'
import layout from '../../shell/layout.module.css'
import { ButtonLink } from '../../shell/page.tsx'

/** A withdrawal, before or in a batch. */
export type Payable = Pick<
  Payout,
  '_id' | 'transactionId' | 'clientName' | 'payeeName' | 'accountNumber' | 'amount' | 'warnings' | 'obstacles'
>

export const isBlocked = ({ warnings }: Pick<Payable, 'warnings'>): boolean => warnings.some(({ blocks }) => blocks)

interface ChecksProps {
  payment: Pick<Payable, '_id' | 'warnings' | 'obstacles'>
  releasers: readonly Releaser[]
  /** It is in no batch: one operator may pay it in the queue. */
  isSingle?: boolean
}

/** Warnings about a payment, the operators whose release does not count, from when on anybody's does, and the way that works until then. */
export function Checks({ payment, releasers, isSingle = false }: ChecksProps) {
  const me = useMe().data?._id
  const needsSecond = useNeedsSecond()
  const { _id, warnings, obstacles } = payment
  const isStuck = needsSecond && releasersOf(releasers, [payment]).length === 0
  const isOffered = isSingle && isStuck && !obstacles.some(({ operatorId }) => operatorId === me)
  if (warnings.length + obstacles.length === 0 && !isOffered) return null
  return (
    <div className={layout.start}>
      {warnings.length > 0 && <WarningList warnings={caseWarnings(warnings)} />}
      {isStuck && obstacles.length > 0 && (
        <span className={layout.differs}>{`${nobodyCan('release this payment', releasers, [payment])}.`}</span>
      )}
      {isOffered && <Link to={`/wallet/${_id}`}>Pay it in the queue instead</Link>}
      {obstacles.map((obstacle) => (
        <Faint key={`${obstacle.operatorId} ${obstacle.why}`}>{obstacleText(obstacle)}</Faint>
      ))}
    </div>
  )
}

export const confirmedOf = (payments: readonly Payable[]): ConfirmedPayment[] =>
  payments.map(({ _id, payeeName, transactionId, accountNumber, amount }) => ({
    key: _id,
    payee: payeeName,
    detail: `${transactionId}, ${accountNumber}`,
    amount,
  }))

/** Each with the payment it is about. */
export const warningsOf = (payments: readonly Payable[]): Warning[] =>
  payments.flatMap(({ transactionId, warnings }) => caseWarnings(warnings, transactionId))

const preventingIn = (payments: readonly Payable[]) => payments.filter(({ obstacles }) => obstacles.length > 0)

/** What to do with payments that no operator may release. */
export function nobodyReleases(payments: readonly Payable[], releasers: readonly Releaser[]): string {
  const preventing = preventingIn(payments)
  if (preventing.length === 0) return 'No other operator may release payouts at the moment'
  const names = new Intl.ListFormat('en-IN').format(preventing.map(({ transactionId }) => transactionId))
  const leaveOut = preventing.length < payments.length ? `leave out ${names}, or ` : ''
  return `${nobodyCan('release these payments', releasers, payments)}: ${leaveOut}cancel the batch and pay them in the queue`
}

/** Whether this operator, or by default anybody, may release all of them now. */
export const canRelease = (
  payments: readonly Payable[],
  releasers: readonly Releaser[],
  operatorId?: string,
): boolean =>
  !payments.some(isBlocked) &&
  releasersOf(releasers, payments).some((each) => operatorId === undefined || each.operatorId === operatorId)

/** The first of these payments that one operator may release together; without second operators, all that are not blocked. */
export const togetherOf = <Each extends Payable>(
  payments: readonly Each[],
  releasers: readonly Releaser[],
  needsSecond: boolean,
): Each[] =>
  payments.reduce<Each[]>((all, each) => {
    const wider = [...all, each]
    return needsSecond && !canRelease(wider, releasers) ? all : wider
  }, [])

interface ReleasersProps {
  payments: readonly Payable[]
  releasers: readonly Releaser[]
  isLeaving?: boolean
  onLeaveOut: (ids: readonly string[]) => void
}

/** The operators who may release a batch of these payments, and the payments that prevent it. */
export function Releasers({ payments, releasers, isLeaving = false, onLeaveOut }: ReleasersProps) {
  const me = useMe().data?._id
  const needsSecond = useNeedsSecond()
  const possible = releasersOf(releasers, payments)
  const blocked = payments.filter(isBlocked)
  const isMine = ({ operatorId }: { operatorId: string }) => operatorId === me
  const mine = releasers.some(isMine) ? payments.filter(({ obstacles }) => obstacles.some(isMine)) : []
  const preventing = possible.length === 0 ? preventingIn(payments) : mine
  if (payments.length === 0) return null
  const leave = (some: readonly Payable[]) =>
    some.length > 0 &&
    some.length < payments.length && (
      <Button
        size="small"
        variant="secondary"
        loading={isLeaving}
        onClick={() => onLeaveOut(some.map(({ _id }) => _id))}
      >
        {`Leave out ${countText(some.length, 'payment')}`}
      </Button>
    )
  return (
    <>
      {blocked.length > 0 && (
        <AlertBanner
          tone="error"
          title={`${countText(blocked.length, 'payment')} cannot be made now`}
          action={leave(blocked)}
        >
          <WarningList
            warnings={blocked.flatMap(({ _id, transactionId, clientName, warnings }) =>
              warnings
                .filter(({ blocks }) => blocks)
                .map(({ sentence, link }) => ({
                  text: `${transactionId}, ${clientName}: ${sentence}`,
                  to: link ?? `/wallet/${_id}`,
                })),
            )}
          />
        </AlertBanner>
      )}
      {needsSecond && preventing.length > 0 && (
        <AlertBanner
          tone="warn"
          title={
            possible.length === 0 ? nobodyReleases(payments, releasers) : 'You cannot release these payments together'
          }
          action={leave(preventing)}
        >
          <WarningList
            warnings={preventing.map(({ _id, transactionId, clientName, obstacles }) => ({
              text: `${transactionId}, ${clientName}: ${obstacles
                .filter((obstacle) => possible.length === 0 || isMine(obstacle))
                .map(obstacleText)
                .join('; ')}`,
              to: `/wallet/${_id}`,
            }))}
          />
        </AlertBanner>
      )}
      {needsSecond && possible.length > 0 && (
        <p>{`Next: ${anyOf(possible.map(({ operator }) => operator))} releases it.`}</p>
      )}
    </>
  )
}

/** The review page shows which payments failed, and why. */
export function FailuresWait({ proposalId }: { proposalId: string }) {
  return (
    <AlertBanner tone="warn" title="A second operator must approve the failed payments">
      <p>The money goes back to the clients when the bank’s answer is approved.</p>
      <ButtonLink to={`/proposal/${proposalId}`}>Review the failed payments</ButtonLink>
    </AlertBanner>
  )
}
