import type { PublicTestimonial } from '@sauda/contract/content'
import layout from '../shell/layout.module.css'
import styles from './content.module.css'

export const Quote = ({ words, name, about }: Omit<PublicTestimonial, '_id'>) => (
  <blockquote className={styles.quote}>
    <p className={words ? undefined : layout.faint}>{words || 'What the client said'}</p>
    <footer>
      <cite>{name || 'Name'}</cite>
      {about && <div className={layout.faint}>{about}</div>}
    </footer>
  </blockquote>
)
