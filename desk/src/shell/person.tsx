import { Avatar } from '@sauda/ui/avatar'
import { SchemeSwitch } from '@sauda/ui/scheme-switch'
import { LogOut } from 'lucide-react'
import { NavLink } from 'react-router'
import { leave, useMe } from './me.ts'
import { roleName } from './role-name.ts'
import styles from './person.module.css'

/** Who is at the keyboard, how it looks to them, and the way out. */
export function Person() {
  const { data } = useMe()
  if (!data) return null
  return (
    <div className={styles.person}>
      <div className={styles.scheme}>
        <SchemeSwitch />
      </div>
      <NavLink to="/you" className={styles.who}>
        <Avatar name={data.name} size="small" />
        <span className={styles.words} aria-hidden="true">
          <span className={styles.name}>{data.name}</span>
          <span className={styles.role}>{roleName(data.role)}</span>
        </span>
        <span className="visually-hidden">, {roleName(data.role)}: your login</span>
      </NavLink>
      <button type="button" className={styles.out} onClick={() => leave('left')}>
        <LogOut aria-hidden="true" />
        Log out
      </button>
    </div>
  )
}
