import { buttonClass } from '@sauda/ui/button'
import styles from './accounting.module.css'
import { accounting } from './landing.content.ts'
import dark1280 from './picture/statement-dark-1280.avif'
import dark640 from './picture/statement-dark-640.avif'
import light1280 from './picture/statement-light-1280.avif'
import light640 from './picture/statement-light-640.avif'

const sizes = '(min-width: 60rem) 36rem, 92vw'

export function Accounting() {
  return (
    <section className={styles.section} aria-labelledby="accounting">
      <div className={styles.words}>
        <h2 id="accounting">{accounting.title}</h2>
        <a href="#services" className={buttonClass('secondary')}>
          {accounting.all}
        </a>
        <ul className={styles.list}>
          {accounting.items.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
      <picture className={styles.picture}>
        {/* The page's script keeps this true where somebody chose another scheme than the system's. */}
        <source
          media="(prefers-color-scheme: dark)"
          srcSet={`${dark640} 640w, ${dark1280} 1280w`}
          sizes={sizes}
          data-dark=""
        />
        <img
          src={light640}
          srcSet={`${light640} 640w, ${light1280} 1280w`}
          sizes={sizes}
          alt={accounting.picture}
          width={640}
          height={520}
          loading="lazy"
        />
      </picture>
    </section>
  )
}
