import { Menu as Base } from '@base-ui/react/menu'
import { Ellipsis } from 'lucide-react'
import { IconButton } from './button.tsx'
import styles from './combobox.module.css'

export interface MenuItem {
  label: string
  onSelect: () => void
}

/** The actions on a row, behind one button. */
export const RowMenu = ({ label, items }: { label: string; items: readonly MenuItem[] }) => (
  <Base.Root>
    <Base.Trigger render={<IconButton className="above" label={label} icon={<Ellipsis aria-hidden="true" />} />} />
    <Base.Portal>
      <Base.Positioner align="end" sideOffset={4} className={styles.above}>
        <Base.Popup className={styles.menu}>
          {items.map((item) => (
            <Base.Item key={item.label} className={styles.item} onClick={item.onSelect}>
              {item.label}
            </Base.Item>
          ))}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
)
