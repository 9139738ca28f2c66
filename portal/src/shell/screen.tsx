import { AlertBanner } from '@sauda/ui/alert-banner'
import { buttonClass } from '@sauda/ui/button'
import { PageHeader } from '@sauda/ui/page-header'
import { type ReactNode, useEffect, type RefObject } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { savedToast } from './toast.ts'
import { Row, Stack } from '@sauda/ui/stack'

export interface ScreenProps {
  title: string
  icon?: ReactNode
  description?: ReactNode
  actions?: ReactNode
  success?: string | undefined
  /** A form or a few facts: no wider than can be read, in the middle. */
  narrow?: boolean
  children: ReactNode
}

/** Back button, title with icon and success toast of an account screen (section 2). */
export function Screen({ success, narrow = false, children, ...header }: ScreenProps) {
  const goBack = useGoBack()
  useEffect(() => {
    if (success) savedToast(success)
  }, [success])
  return (
    <div className={narrow ? 'form' : undefined}>
      <PageHeader {...header} onBack={goBack} />
      {children}
    </div>
  )
}

/** One step back, or to the profile if there is no step back. */
function useGoBack(): () => void {
  const navigate = useNavigate()
  const { key } = useLocation()
  return () => void (key === 'default' && !hasStepBack() ? navigate('/account/profile') : navigate(-1))
}

/** After a page load the router knows no earlier step, but the tab may: the start page, for example. Not every browser tells. */
const hasStepBack = (): boolean => (window as Partial<Pick<Window, 'navigation'>>).navigation?.canGoBack ?? false

/** The answer of a screen without a login check (section 2) to a form that was sent without a session. */
export function LogInFirst({ children }: { children: string }) {
  return (
    <AlertBanner
      tone="warn"
      title="Please log in first"
      action={
        <Link to="/login" className={buttonClass('secondary', { size: 'small' })}>
          Log in
        </Link>
      }
    >
      {children}
    </AlertBanner>
  )
}

interface SectionProps {
  /** Id of the heading. */
  id: string
  title: ReactNode
  /** Beside the heading. */
  aside?: ReactNode
  gap?: 2 | 3 | 4
  headingRef?: RefObject<HTMLHeadingElement | null>
  children: ReactNode
}

/** A part of a screen under its own heading, which can be focused if it has a `headingRef`. */
export function Section({ id, title, aside, gap = 3, headingRef, children }: SectionProps) {
  return (
    <section aria-labelledby={id}>
      <Stack gap={gap}>
        <Row>
          <h2 id={id} ref={headingRef} tabIndex={headingRef && -1} className="lg">
            {title}
          </h2>
          {aside}
        </Row>
        {children}
      </Stack>
    </section>
  )
}

/** The same in a detail. */
export function DetailSection({
  id,
  title,
  gap = 2,
  children,
}: Pick<SectionProps, 'id' | 'title' | 'gap' | 'children'>) {
  return (
    <Stack as="section" gap={gap} aria-labelledby={id}>
      <h3 id={id} className="md">
        {title}
      </h3>
      {children}
    </Stack>
  )
}
