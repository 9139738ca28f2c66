import { HonestyMark } from '@sauda/ui/honesty-mark'
import { useState, type ReactNode } from 'react'
import { NavLink, Outlet, useMatches } from 'react-router'
import { useDiscardOnNavigation } from './api.ts'
import { Banners } from './banners.tsx'
import { useBrand } from './brand.ts'
import { useKeyboard } from './keyboard.ts'
import { useLive } from './live.ts'
import { useOpenPlaceInSight, usePlaceKeys, usePlaces } from './navigation.tsx'
import { Person } from './person.tsx'
import { useHeadingFocus } from './heading-focus.ts'
import { ShortcutDialog } from './shortcut-dialog.tsx'
import { useShortcuts } from './shortcut.ts'
import styles from './frame.module.css'

/** Routes whose screens need the width of the navigation say so in their handle. */
export interface RouteHandle {
  wide?: boolean
}

/** The desk around a screen: where to go, who is here, what is wrong. `waiting` counts the queue. */
export function Frame({ waiting }: { waiting: ReactNode }) {
  const { name, demo } = useBrand()
  const [keysShown, showKeys] = useState(false)
  const strip = useOpenPlaceInSight()
  const wide = useMatches().some(({ handle }) => (handle as RouteHandle | undefined)?.wide)
  useLive()
  useDiscardOnNavigation()
  useKeyboard()
  usePlaceKeys()
  useHeadingFocus()
  useShortcuts('Anywhere', [{ keys: ['?'], does: 'Show keyboard shortcuts', run: () => showKeys(true) }])
  return (
    <div className={styles.frame} data-wide={wide || undefined}>
      <a className={styles.skip} href="#screen">
        Skip to content
      </a>
      <header className={styles.side}>
        <div className={styles.bar}>
          <div className={styles.brand}>
            <span className={styles.name}>{name}</span>
            <span className={styles.desk}>Desk</span>
            {demo && <HonestyMark kind="demo" />}
          </div>
          <nav ref={strip} className={styles.places} aria-label="Desk">
            {usePlaces().map(({ to, label, icon: Icon }) => (
              <NavLink key={to} to={to}>
                <Icon aria-hidden="true" />
                <span>{label}</span>
                {to === '/queue' && waiting}
              </NavLink>
            ))}
          </nav>
          <Person onKeys={() => showKeys(true)} />
        </div>
      </header>
      <main id="screen" className={styles.screen} tabIndex={-1}>
        <Banners />
        <Outlet />
      </main>
      <ShortcutDialog open={keysShown} onOpenChange={showKeys} />
    </div>
  )
}
