import { loanErrors } from '@sauda/contract/money/loan'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { StatusPill } from '@sauda/ui/badge'
import { Button } from '@sauda/ui/button'
import { ErrorState } from '@sauda/ui/error-state'
import { SkeletonText } from '@sauda/ui/skeleton'
import { ApiError, errorMessage } from '@sauda/web/api-error'
import { useBusy } from '@sauda/web/hooks'
import { HandCoins } from 'lucide-react'
import { useRef, useState } from 'react'
import { Dialog } from '@sauda/ui/dialog'
import { Panel } from '@sauda/ui/stack'
import { useBrand } from '../../shell/brand.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { Section } from '../../shell/screen.tsx'
import { awaitsVerification, isRevoked, useSession } from '../../shell/session.ts'
import { useLoanRequests, useLoans, bannerOf, clientStatusOf, type Funds, openLoans, viewOf } from './loan.api.ts'
import { loanText } from './loan.text.ts'
import styles from './loan.module.css'

/** Most clients have no loan. */
const LoanCard = lazyPart(
  () => import('./loan-card.tsx').then((module) => module.LoanCard),
  <SkeletonText label="Loading..." lines={4} />,
)

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
  const { lending } = useBrand()
  const shown = bannerOf(loans, status)
  // Without lending only a request that is already made is shown.
  const banner = lending || shown?.badge ? shown : undefined
  const view = viewOf(status, openLoans(loans).length > 0 || hasOther)
  const apply = () =>
    void run(async () => {
      setError(undefined)
      try {
        // The specification leaves this answer open.
        const { loan }: { loan?: { _id: string } } = await request()
        setSubmittedId(loan?._id ?? '')
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
      <Section id="your-loans" title="Your Loans" headingRef={heading} gap={4}>
        {list.isError && loans.length === 0 && (
          <ErrorState look="line" title="Your loans could not be loaded." query={list} />
        )}
        {banner && <LoanBannerCard banner={banner} onPress={openModal} />}
        {message && (
          <AlertBanner tone="success" onDismiss={() => setMessage(undefined)}>
            {message}
          </AlertBanner>
        )}
        {loans.map((loan) => (
          <LoanCard key={loan._id} loan={loan} funds={funds} onMessage={setMessage} />
        ))}
        {loans.length === 0 && !list.isError && !banner && <p className="soft">You have no loans.</p>}
      </Section>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        busy={busy}
        title={loanText.modal[view].title}
        description={loanText.modal[view].text}
        // Once the button that opened the dialog is gone.
        {...(view !== 'apply' && { finalFocus: heading })}
        cancelLabel="Not now"
        action={
          view === 'apply' && (
            <Button onClick={apply} loading={busy}>
              Apply Now
            </Button>
          )
        }
        footer={<Button onClick={() => setOpen(false)}>OK</Button>}
      >
        {view === 'apply' && error && (
          <AlertBanner tone="warn" title="We couldn’t send your request">
            {error}
          </AlertBanner>
        )}
      </Dialog>
    </>
  )
}

type Banner = NonNullable<ReturnType<typeof bannerOf>>

const tones = { Pending: 'warn', Applied: 'info', Active: 'success' } as const

function LoanBannerCard({ banner, onPress }: { banner: Banner; onPress: () => void }) {
  const { badge, button } = banner
  const session = useSession()
  const isBlocked = awaitsVerification(session) || isRevoked(session)
  return (
    <Panel as="section" className={styles.banner} aria-labelledby="loan-banner">
      <HandCoins className={styles.bannerIcon} aria-hidden="true" />
      <div className={styles.bannerText}>
        <h3 id="loan-banner" className="lg">
          Apply for Trading Loan
        </h3>
        <p id="loan-pitch" className="soft">
          {isBlocked ? loanText.documentsPending : badge ? loanText.requested : loanText.pitch}
        </p>
      </div>
      {badge && <StatusPill tone={tones[badge]}>{badge}</StatusPill>}
      {button && (
        <Button onClick={onPress} disabled={button.disabled || isBlocked} aria-describedby="loan-pitch">
          {button.label}
        </Button>
      )}
    </Panel>
  )
}
