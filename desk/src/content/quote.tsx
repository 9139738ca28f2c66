import type { PublicTestimonial } from '@sauda/contract/content'
import styles from './content.module.css'

export function Quote({ words, name, about }: Omit<PublicTestimonial, '_id'>) {
  return (
    <blockquote className={styles.quote}>
      <p className={words ? undefined : styles.empty}>{words || 'What the client said'}</p>
      <footer>
        <cite>{name || 'Name'}</cite>
        {about && <div className={styles.about}>{about}</div>}
      </footer>
    </blockquote>
  )
}
