import { loanErrors } from '@sauda/contract/loan'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { ErrorState } from '@sauda/ui/error-state'
import { SkeletonText } from '@sauda/ui/skeleton'
import { useRef, useState } from 'react'
import { ApiError } from '@sauda/web/api-error'
import { toastMessage } from '../shell/api.ts'
import { useBusy } from '@sauda/web/use-busy'
import { LoanBannerCard } from './loan-banner.tsx'
import { LoanCard } from './loan-card.tsx'
import { LoanModal } from './loan-modal.tsx'
import styles from './loan-section.module.css'
import { bannerOf, openLoans, standingOf, viewOf } from './loan-state.ts'
import { useLoanRequests, useLoans } from './loan.api.ts'
import type { Funds } from './repay-dialog.tsx'

/** The banner, Your Loans and the loan modal (section 4, loan lifecycle). */
export function LoanSection({ funds }: { funds: Funds | undefined }) {
  const list = useLoans()
  const { request } = useLoanRequests()
  const heading = useRef<HTMLHeadingElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [submittedId, setSubmittedId] = useState<string>()
  const [fault, setFault] = useState<string>()
  const [hasElsewhere, setElsewhere] = useState(false)
  const [said, setSaid] = useState<string>()
  const [busy, run] = useBusy()

  const loans = list.data ?? []
  const standing = standingOf(loans, submittedId)
  const banner = bannerOf(loans, standing)
  const apply = () =>
    void run(async () => {
      setFault(undefined)
      try {
        setSubmittedId((await request()).loan._id)
      } catch (error) {
        // The list could not be read, or another tab was faster.
        if (error instanceof ApiError && error.serverMessage === loanErrors.open.message) setElsewhere(true)
        else setFault(toastMessage(error))
      }
    })
  const openModal = () => {
    setFault(undefined)
    setElsewhere(false)
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
        {said && (
          <AlertBanner tone="success" onDismiss={() => setSaid(undefined)}>
            {said}
          </AlertBanner>
        )}
        {loans.map((loan) => (
          <LoanCard key={loan._id} loan={loan} funds={funds} onSaid={setSaid} />
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
        view={viewOf(standing, openLoans(loans).length > 0 || hasElsewhere)}
        busy={busy}
        fault={fault}
        onApply={apply}
        onClose={() => setOpen(false)}
        finalFocus={heading}
      />
    </>
  )
}
