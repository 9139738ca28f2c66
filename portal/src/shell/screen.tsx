import { PageHeader } from '@sauda/ui/page-header'
import { savedToast } from './toast.ts'
import { useEffect, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import styles from './screen.module.css'

export interface ScreenProps {
  title: string
  icon?: ReactNode
  description?: ReactNode
  mark?: ReactNode
  actions?: ReactNode
  /** While set, a green toast with these words stands at the top right (3 seconds). */
  success?: string | undefined
  /** Wider than a form: for tables. */
  wide?: boolean
  children: ReactNode
}

/** The frame many account screens share (section 2): Back, a title with icon, and a success toast. */
export function Screen({ success, wide = false, children, ...header }: ScreenProps) {
  const goBack = useGoBack()
  useEffect(() => {
    if (success) savedToast(success)
  }, [success])
  return (
    <div className={wide ? styles.wide : styles.screen}>
      <PageHeader {...header} onBack={goBack} />
      {children}
    </div>
  )
}

/** One step back in history; from a page opened directly, to the profile. */
function useGoBack(): () => void {
  const navigate = useNavigate()
  const { key } = useLocation()
  return () => void (key === 'default' ? navigate('/account/profile') : navigate(-1))
}
