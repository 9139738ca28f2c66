import { DisclosureBadge } from '@sauda/ui/disclosure-badge'
import { SchemeSwitch } from '@sauda/ui/scheme-switch'
import { LoadingBlock } from '@sauda/ui/spinner'
import type { ReactNode } from 'react'
import { Link, Outlet } from 'react-router'
import { useBrand } from './brand.tsx'
import { useMe } from './me.ts'
import { session } from './session.ts'
import { useStore } from '@sauda/web/store'
import styles from './frame.module.css'

/** A page that needs no login: inside the desk for operators, standalone for others. */
export function OpenPage({ inside }: { inside: ReactNode }) {
  const { operatorId } = useStore(session)
  const me = useMe()
  const { name, demo } = useBrand()
  if (operatorId === undefined && me.isPending) return <LoadingBlock label="Opening the desk" />
  if (operatorId) return inside
  return (
    <>
      <header className={styles.openBar}>
        <span className={styles.name}>{name}</span>
        {demo && <DisclosureBadge kind="demo" />}
        <nav className={styles.links} aria-label="Other pages">
          <a href="/">Portal</a>
          <Link to="/login">Desk</Link>
        </nav>
        <SchemeSwitch />
      </header>
      <main id="screen">
        <Outlet />
      </main>
    </>
  )
}
