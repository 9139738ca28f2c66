import { Moon, Sun } from 'lucide-react'
import { footer } from './footer.content.ts'
import styles from './scheme-turn.module.css'

/** Turns to the other scheme; of its two names the one that fits is shown. The page's script makes it work. */
export function SchemeTurn() {
  return (
    <button type="button" className={styles.turn} data-scheme-turn="">
      <span className={styles.light}>
        <Moon aria-hidden="true" />
        <span className="visually-hidden">{footer.dark}</span>
      </span>
      <span className={styles.dark}>
        <Sun aria-hidden="true" />
        <span className="visually-hidden">{footer.light}</span>
      </span>
    </button>
  )
}
