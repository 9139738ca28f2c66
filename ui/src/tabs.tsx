import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import styles from './tabs.module.css'

export interface TabItem {
  value: string
  label: ReactNode
  content: ReactNode
  disabled?: boolean
}
export interface TabsProps {
  label: string
  items: readonly TabItem[]
  value?: string
  defaultValue?: string
  onValueChange?: (value: string) => void
}

/** Tabs within one address; the arrow keys switch them at once. Use TabNav when each tab has an address. */
export function Tabs({ label, items, value, defaultValue, onValueChange }: TabsProps) {
  return (
    <Base.Root
      value={value}
      defaultValue={defaultValue ?? items[0]?.value}
      onValueChange={(next: string) => onValueChange?.(next)}
    >
      <Base.List className={styles.list} activateOnFocus aria-label={label}>
        {items.map((item) => (
          <Base.Tab key={item.value} value={item.value} disabled={item.disabled}>
            {item.label}
          </Base.Tab>
        ))}
      </Base.List>
      {items.map((item) => (
        <Base.Panel key={item.value} value={item.value} className={styles.panel}>
          {item.content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
