import { buttonClass } from '@sauda/ui/button'
import styles from './accounting.module.css'
import { accounting } from './landing.content.ts'
import dark1440 from './picture/statement-dark-1440.avif'
import dark720 from './picture/statement-dark-720.avif'
import light1440 from './picture/statement-light-1440.avif'
import light720 from './picture/statement-light-720.avif'
import phoneDark390 from './picture/statement-phone-dark-390.avif'
import phoneDark780 from './picture/statement-phone-dark-780.avif'
import phoneLight390 from './picture/statement-phone-light-390.avif'
import phoneLight780 from './picture/statement-phone-light-780.avif'

const sizes = '(min-width: 60rem) 36rem, 92vw'
const phone = '(max-width: 30rem)'
const phoneShape = { sizes: '92vw', width: 390, height: 540 }

export function Accounting() {
  return (
    <section className={styles.section} aria-labelledby="accounting">
      <div className={styles.words}>
        <h2 id="accounting">{accounting.title}</h2>
        <ul className={styles.list}>
          {accounting.items.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p className="soft">{text}</p>
            </li>
          ))}
        </ul>
        <a href="#services" className={buttonClass('secondary')}>
          {accounting.all}
        </a>
      </div>
      <picture className={styles.picture}>
        {/* The page's script changes `media` if the visitor has chosen a scheme. */}
        <source
          media={`${phone} and (prefers-color-scheme: dark)`}
          srcSet={`${phoneDark390} 390w, ${phoneDark780} 780w`}
          {...phoneShape}
          data-dark={`${phone} and `}
        />
        <source media={phone} srcSet={`${phoneLight390} 390w, ${phoneLight780} 780w`} {...phoneShape} />
        <source
          media="(prefers-color-scheme: dark)"
          srcSet={`${dark720} 720w, ${dark1440} 1440w`}
          sizes={sizes}
          data-dark=""
        />
        <img
          src={light720}
          srcSet={`${light720} 720w, ${light1440} 1440w`}
          sizes={sizes}
          alt={accounting.picture}
          width={720}
          height={560}
          loading="lazy"
        />
      </picture>
    </section>
  )
}
