import { loanErrors } from '@sauda/contract/loan'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { ErrorState } from '@sauda/ui/error-state'
import { SkeletonText } from '@sauda/ui/skeleton'
import { useRef, useState } from 'react'
import { ApiError, errorMessage } from '@sauda/web/api-error'
import { useBusy } from '@sauda/web/use-busy'
import { LoanBannerCard, LoanModal } from './apply-loan.tsx'
import { LoanCard } from './loan-card.tsx'
import { useLoanRequests, useLoans } from './loan.api.ts'
import styles from './loan.module.css'
import { bannerOf, clientStatusOf, openLoans, viewOf } from './loan.rules.ts'
import type { Funds } from './repay-dialog.tsx'

export function LoanSection({ funds }: { funds: Funds | undefined }) {
  const list = useLoans()
  const { request } = useLoanRequests()
  const heading = useRef<HTMLHeadingElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [submittedId, setSubmittedId] = useState<string>()
  const [error, setError] = useState<string>()
  const [hasOther, setHasOther] = useState(false)
  const [message, setMessage] = useState<string>()
  const [busy, run] = useBusy()

  const loans = list.data ?? []
  const status = clientStatusOf(loans, submittedId)
  const banner = bannerOf(loans, status)
  const apply = () =>
    void run(async () => {
      setError(undefined)
      try {
        setSubmittedId((await request()).loan._id)
      } catch (caught) {
        // The list could not be loaded, or another tab was faster.
        if (caught instanceof ApiError && caught.serverMessage === loanErrors.open.message) setHasOther(true)
        else setError(errorMessage(caught, 'your loans'))
      }
    })
  const openModal = () => {
    setError(undefined)
    setHasOther(false)
    setOpen(true)
  }
  if (list.isPending) return <SkeletonText label="Loading..." lines={4} />
  return (
    <>
      {banner && <LoanBannerCard banner={banner} onPress={openModal} />}
      <section className={styles.loans} aria-labelledby="your-loans">
        <h2 id="your-loans" ref={heading} tabIndex={-1}>
          Your Loans
        </h2>
        {message && (
          <AlertBanner tone="success" onDismiss={() => setMessage(undefined)}>
            {message}
          </AlertBanner>
        )}
        {loans.map((loan) => (
          <LoanCard key={loan._id} loan={loan} funds={funds} onMessage={setMessage} />
        ))}
        {loans.length === 0 &&
          (list.isError ? (
            <ErrorState look="line" title="Your loans could not be loaded." query={list} />
          ) : (
            <p className={styles.empty}>You have no loans.</p>
          ))}
      </section>
      <LoanModal
        open={isOpen}
        view={viewOf(status, openLoans(loans).length > 0 || hasOther)}
        busy={busy}
        error={error}
        onApply={apply}
        onClose={() => setOpen(false)}
        finalFocus={heading}
      />
    </>
  )
}
