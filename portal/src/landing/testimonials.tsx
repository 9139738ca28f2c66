import { buttonClass } from '@sauda/ui/button'
import { LoadingBlock } from '@sauda/ui/spinner'
import { testimonials } from './landing.content.ts'
import styles from './testimonials.module.css'

/** The page's script loads the reviews and shows one of the `hidden` parts. */
export function Testimonials() {
  return (
    <section className={styles.section} data-reviews="" aria-labelledby="testimonials" aria-live="polite">
      <h2 id="testimonials">{testimonials.title}</h2>
      <div className={styles.loading} data-state="loading">
        <LoadingBlock label={testimonials.loading} />
      </div>
      <div className={styles.quiet} data-state="empty" hidden>
        <p>{testimonials.empty}</p>
        <p className={styles.why}>{testimonials.why}</p>
      </div>
      <div className={styles.quiet} data-state="failed" hidden>
        <p>{testimonials.failed}</p>
        <button type="button" className={buttonClass('secondary')}>
          {testimonials.again}
        </button>
      </div>
      <p className={styles.still}>{testimonials.still}</p>
      <ul className={styles.reviews} data-state="loaded" hidden>
        {/* Filled with each review's words by the script. */}
        <template>
          <li>
            <blockquote>
              <p data-part="words" />
              <footer>
                <cite data-part="name" />
                <span data-part="about" />
              </footer>
            </blockquote>
          </li>
        </template>
      </ul>
    </section>
  )
}
