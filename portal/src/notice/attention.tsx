import { buttonClass } from '@sauda/ui/button'
import { Link } from 'react-router'
import { attentionRows, useAttention } from './notice.api.ts'
import styles from './notice.module.css'
import { attentionText } from './notice.text.tsx'

/** What the client should look at, each with one action; nothing if there is nothing. */
export function Attention() {
  const items = useAttention().data?.items ?? []
  if (items.length === 0) return null
  return (
    <section aria-labelledby="attention" className={styles.attention}>
      <h2 id="attention">Needs attention</h2>
      <ul>
        {items.slice(0, attentionRows).map((item) => {
          const { title, note, action, path } = attentionText(item)
          return (
            <li key={`${item.kind} ${item.id}`}>
              <div>
                <p className={styles.title}>{title}</p>
                {note && <p className="note">{note}</p>}
              </div>
              <Link to={path} className={buttonClass('secondary', { size: 'small' })}>
                {action}
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
