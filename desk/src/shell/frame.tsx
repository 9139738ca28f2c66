import { Avatar } from '@sauda/ui/avatar'
import { Kbd } from '@sauda/ui/badge'
import { Switch } from '@sauda/ui/checkbox'
import { Dialog } from '@sauda/ui/dialog'
import { BrandSign } from '@sauda/web/brand-sign'
import { DisclosureBadge } from '@sauda/ui/disclosure-badge'
import { SchemeSwitch } from '@sauda/ui/scheme-switch'
import { Row } from '@sauda/ui/stack'
import { useStore } from '@sauda/web/store'
import { Keyboard, LogOut, Menu } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, matchPath, NavLink, Outlet, useLocation, useMatches } from 'react-router'
import { refreshAll, useDiscardOnNavigation, usePayoutStop } from './api.ts'
import { useBrand } from './page.tsx'
import { lettersOn, shortcutGroups, switchLetters, useKeyboard, useShortcuts } from './shortcut.ts'
import { useLive } from './live.ts'
import { leave, useMe } from './me.ts'
import { navigationGroups, useNavigationItems, useNavigationKeys } from './navigation.tsx'
import { capitalize } from '@sauda/contract/platform/sentence'
import styles from './frame.module.css'
import layout from './layout.module.css'
import { sessionRules } from '@sauda/contract/core/session'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { formatDateTime } from '@sauda/web/date-time'
import { useReachability } from '@sauda/web/reachability'

/** Routes of cases name the list that they are in, and have a narrow navigation. */
export interface RouteHandle {
  caseOf?: string
}

const useCaseOf = () => useMatches().flatMap(({ handle }) => (handle as RouteHandle | undefined)?.caseOf ?? [])[0]

interface FrameProps {
  find: ReactNode
  waiting: ReactNode
  notice: ReactNode
}

export function Frame({ find, waiting, notice }: FrameProps) {
  const { name, demo } = useBrand()
  const [isKeysOpen, setKeysOpen] = useState(false)
  const [isMenuOpen, setMenuOpen] = useState(false)
  const isCase = useCaseOf() !== undefined
  useLive()
  useDiscardOnNavigation()
  useKeyboard()
  useNavigationKeys()
  useHeadingFocus()
  useShortcuts('Anywhere', [{ keys: ['?'], does: 'Show keyboard shortcuts', run: () => setKeysOpen(true) }])
  return (
    <div className={styles.frame} data-wide={isCase || undefined}>
      <a className={`visually-hidden ${styles.skip}`} href="#screen">
        Skip to content
      </a>
      <header className={styles.side}>
        <div className={styles.bar}>
          <div className={styles.brand}>
            <span className={styles.name}>
              <BrandSign name={name} /> {name}
            </span>
            <span className={`${layout.faint} ${styles.desk}`}>Desk</span>
            {demo && <DisclosureBadge kind="demo" />}
          </div>
          <nav className={styles.places} aria-label="Desk">
            <button type="button" className={`${styles.act} ${styles.menu}`} onClick={() => setMenuOpen(true)}>
              <Menu aria-hidden="true" />
              <span>Menu</span>
            </button>
            {find}
            <Places waiting={waiting} />
          </nav>
          <Account onKeys={() => setKeysOpen(true)} />
        </div>
      </header>
      <main id="screen" className={styles.screen} tabIndex={-1}>
        <Banners />
        {notice}
        <Outlet />
      </main>
      <Dialog open={isMenuOpen} onOpenChange={setMenuOpen} title="Menu">
        <nav className={styles.sheet} aria-label="Menu">
          <Places waiting={waiting} onOpen={() => setMenuOpen(false)} />
        </nav>
      </Dialog>
      <ShortcutDialog open={isKeysOpen} onOpenChange={setKeysOpen} />
    </div>
  )
}

/** The screens that the operator may open, in their groups. */
function Places({ waiting, onOpen }: { waiting: ReactNode; onOpen?: () => void }) {
  const groups = Map.groupBy(useNavigationItems(), ({ group }) => group)
  const { pathname } = useLocation()
  const list = useCaseOf()
  const isHere = (to: string) => (list ? to === list : matchPath({ path: to, end: false }, pathname) !== null)
  return navigationGroups.map((group) => {
    const items = groups.get(group)
    if (!items) return null
    return (
      <div key={group} role="group" aria-label={group} className={styles.group}>
        <p aria-hidden="true">{group}</p>
        {items.map(({ to, label, icon: Icon }) => (
          <Link key={to} to={to} onClick={onOpen} aria-current={isHere(to) ? 'page' : undefined}>
            <Icon aria-hidden="true" />
            <span>{label}</span>
            {to === '/queue' && waiting}
          </Link>
        ))}
      </div>
    )
  })
}

/** Moves focus to the heading of a new screen, as a page load would. */
function useHeadingFocus(): void {
  const { pathname } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    const screen = document.getElementById('screen')
    screen?.scrollTo({ top: 0 })
    // The screen has already placed the focus.
    if (screen?.contains(document.activeElement) && document.activeElement !== screen) return
    const heading = screen?.querySelector<HTMLElement>('h1')
    ;(heading ?? screen)?.focus({ preventScroll: true })
  }, [pathname])
}

function Account({ onKeys }: { onKeys: () => void }) {
  const { data } = useMe()
  if (!data) return null
  return (
    <div className={styles.person}>
      <button type="button" className={`${styles.act} ${styles.keys}`} onClick={onKeys}>
        <Keyboard aria-hidden="true" />
        Shortcuts
        <span className={styles.key} aria-hidden="true">
          <Kbd>?</Kbd>
        </span>
      </button>
      <div className={styles.scheme}>
        <SchemeSwitch />
      </div>
      <NavLink to="/you" className={styles.who}>
        <Avatar name={data.name} size="small" />
        <span className={styles.words} aria-hidden="true">
          <span className={styles.personName}>{data.name}</span>
          <span className={styles.role}>{capitalize(data.role)}</span>
        </span>
        <span className="visually-hidden">{`, ${capitalize(data.role)}: your login`}</span>
      </NavLink>
      <button type="button" className={styles.act} onClick={() => leave('left')}>
        <LogOut aria-hidden="true" />
        <span>Log out</span>
      </button>
    </div>
  )
}

const printed: Record<string, string> = { ArrowDown: '↓', ArrowUp: '↑', Enter: '↵', Escape: 'Esc' }

function ShortcutDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  // Several parts of a screen may name the same group.
  const groups = [...Map.groupBy(useStore(shortcutGroups), ({ name }) => name)]
  const letters = useStore(lettersOn)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Keyboard shortcuts"
      description="Those of this screen come first. Queue, cases, reconciliation, day close and payouts have their own."
      wide
    >
      <div className={styles.groups}>
        {groups.map(([name, parts]) => (
          <section key={name}>
            <h3>{name}</h3>
            <dl className={styles.list}>
              {parts
                .flatMap(({ shortcuts }) => shortcuts)
                .map(({ keys, does }) => (
                  <div key={keys[0]}>
                    <dt>{does}</dt>
                    <dd>
                      {keys.map((key) => (
                        <Keys key={key} text={key} />
                      ))}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
      <Switch
        label="Single-letter shortcuts"
        checked={letters}
        onChange={(event) => switchLetters(event.currentTarget.checked)}
      />
    </Dialog>
  )
}

/** "Ctrl+Enter" is one press, "g q" two. */
const Keys = ({ text }: { text: string }) => (
  <Row gap={1}>
    {text.split(/[ +](?=.)/).map((key) => (
      <Kbd key={key}>{printed[key] ?? (text.startsWith('Ctrl+') && key.length === 1 ? key.toUpperCase() : key)}</Kbd>
    ))}
  </Row>
)

function Banners() {
  const isReachable = useReachability() === 'ok'
  const isIdle = useIdle()
  const { pathname } = useLocation()
  const isHandedOut = useMe().data?.handedOut === true && pathname !== '/you'
  const stopped = usePayoutStop().data?.stopped
  if (isReachable && !isIdle && !isHandedOut && !stopped) return null
  return (
    <div className={styles.banners}>
      {!isReachable && (
        <AlertBanner
          tone="error"
          title="Server not reachable"
          action={
            <Button variant="secondary" size="small" onClick={() => void refreshAll()}>
              Try now
            </Button>
          }
        >
          Your entries are saved on this screen. Retrying automatically.
        </AlertBanner>
      )}
      {stopped && (
        <AlertBanner tone="error" title="All payouts and approvals of withdrawals are stopped">
          {`Since ${formatDateTime(stopped.at)}, by ${stopped.by ?? 'the check of the books'}. Reason: ${stopped.reason}`}
        </AlertBanner>
      )}
      {isHandedOut && (
        <AlertBanner
          tone="warn"
          title="Your password was set by someone else"
          action={<Link to="/you">Choose one of your own</Link>}
        />
      )}
      {isIdle && (
        <AlertBanner tone="warn" title="You will be logged out in one minute">
          Press any key to stay logged in. Your entries are saved.
        </AlertBanner>
      )}
    </div>
  )
}

const limitMs = sessionRules.operator.idleMinutes * 60_000
const warningMs = 60_000
const tickMs = 1_000
/** The last activity in any tab. */
const storedKey = 'desk.active'
const activities = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart'] as const

/** True in the last minute before automatic logout. The server cannot measure this: live updates send requests too. */
function useIdle(): boolean {
  const [isWarned, setWarned] = useState(false)
  useEffect(() => {
    let last = 0
    const note = () => {
      if (Date.now() - last < tickMs) return
      last = Date.now()
      localStorage.setItem(storedKey, String(last))
      setWarned(false)
    }
    const timer = setInterval(() => {
      const idle = Date.now() - Math.max(last, Number(localStorage.getItem(storedKey)))
      if (idle >= limitMs) leave('idle')
      else setWarned(idle >= limitMs - warningMs)
    }, tickMs)
    note()
    for (const name of activities) addEventListener(name, note, { passive: true })
    return () => {
      clearInterval(timer)
      for (const name of activities) removeEventListener(name, note)
    }
  }, [])
  return isWarned
}
