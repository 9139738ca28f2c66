import { Avatar } from '@sauda/ui/avatar'
import { SchemeSwitch } from '@sauda/ui/scheme-switch'
import { Kbd } from '@sauda/ui/badge'
import { Keyboard, LogOut } from 'lucide-react'
import { NavLink } from 'react-router'
import { leave, useMe } from './me.ts'
import { roleName } from './role-name.ts'
import styles from './person.module.css'

/** Who is at the keyboard, how it looks to them, and the way out. */
export function Person({ onKeys }: { onKeys: () => void }) {
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
          <span className={styles.name}>{data.name}</span>
          <span className={styles.role}>{roleName(data.role)}</span>
        </span>
        <span className="visually-hidden">{`, ${roleName(data.role)}: your login`}</span>
      </NavLink>
      <button type="button" className={styles.act} onClick={() => leave('left')}>
        <LogOut aria-hidden="true" />
        Log out
      </button>
    </div>
  )
}
