import { Menu as Base } from '@base-ui/react/menu'
import { cloneElement, useRef, useState, type ReactElement, type ReactNode } from 'react'
import { cx } from './cx.ts'
import styles from './menu.module.css'

export interface MenuProps {
  /** The button that opens it: a Button or an IconButton. */
  trigger: ReactElement
  children: ReactNode
  align?: 'start' | 'end'
}

/** A list of actions behind a button: arrows, typing a letter, Escape. */
export function Menu({ trigger, children, align = 'end' }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  // opened inside the landmark of its button, so that a screen reader knows where it is
  const [landmark, setLandmark] = useState<HTMLElement | undefined>()
  const open = () => setLandmark(button.current?.closest<HTMLElement>('main, header, nav, footer') ?? undefined)
  return (
    <Base.Root onOpenChange={(opening) => opening && open()}>
      <Base.Trigger ref={button} render={trigger} />
      <Base.Portal container={landmark}>
        <Base.Positioner className={styles.positioner} align={align} sideOffset={6}>
          <Base.Popup className={styles.popup}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

export interface MenuItemProps {
  children: ReactNode
  icon?: ReactNode
  /** A Kbd at the far end. */
  keys?: ReactNode
  onSelect?: () => void
  /** A link element that becomes the item, such as `<Link to="…" />`; it receives the children. */
  link?: ReactElement
  danger?: boolean
  disabled?: boolean
}

export function MenuItem({ children, icon, keys, onSelect, link, danger = false, disabled }: MenuItemProps) {
  const className = cx(styles.item, danger && styles.danger)
  const content = (
    <>
      {icon}
      {children}
      {keys && <span className={styles.keys}>{keys}</span>}
    </>
  )
  if (link) {
    return <Base.LinkItem className={className} render={cloneElement(link, undefined, content)} closeOnClick />
  }
  return (
    <Base.Item className={className} onClick={onSelect} disabled={disabled}>
      {content}
    </Base.Item>
  )
}

export function MenuSeparator() {
  return <Base.Separator className={styles.separator} />
}
