import { ArrowRight } from 'lucide-react'
import { useBrand } from './brand.ts'
import styles from './demo-cards.module.css'

const deskLabel = 'See it from the broker’s desk'

/** One-tap logins of a demo; nothing in live mode. Without `onPick` the login page logs in whom the link names. */
export function DemoCards({ onPick }: { onPick?: (email: string) => void }) {
  const { demo } = useBrand()
  if (!demo) return null
  return (
    <div className={styles.demo}>
      <ul className={styles.cards}>
        {demo.clients.map(({ name, email, shows }) => (
          <li key={email}>
            <a
              href={`/login?as=${encodeURIComponent(email)}`}
              onClick={(event) => {
                if (!onPick) return
                event.preventDefault()
                onPick(email)
              }}
            >
              <span className={styles.name}>{name}</span>
              <span className="soft">{shows}</span>
              <ArrowRight aria-hidden="true" />
            </a>
          </li>
        ))}
      </ul>
      <a className={styles.desk} href={demo.desk}>
        {deskLabel}
      </a>
    </div>
  )
}
