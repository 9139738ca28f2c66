import { Moon, Sun } from 'lucide-react'
import { IconButton } from '@sauda/ui/icon-button'
import styles from './scheme-turn.module.css'

/** Turns to the other scheme; the page's script names it after what it does next, and shows it. */
export function SchemeTurn() {
  return (
    <IconButton
      className={styles.turn}
      data-scheme-turn=""
      label="Switch to dark"
      icon={
        <>
          <Moon aria-hidden="true" className={styles.moon} />
          <Sun aria-hidden="true" className={styles.sun} />
        </>
      }
    />
  )
}
