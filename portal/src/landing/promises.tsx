import { promises } from '../shell/public.text.ts'
import { proofs } from './landing.content.ts'
import styles from './promises.module.css'

/** Screens of ours, made by `npm run pictures`. */
const files = import.meta.glob<string>('./picture/promise-*.avif', { eager: true, import: 'default' })

const fileOf = (name: string) => files[`./picture/promise-${name}-780.avif`]

const shape = { width: 390, height: 340 }

export function Promises() {
  return (
    <section className={styles.section} aria-labelledby="promises">
      <h2 id="promises">{proofs.title}</h2>
      <ul>
        {proofs.items.map(({ picture, alt, text }, index) => (
          <li key={picture}>
            <picture>
              {/* The page's script changes `media` if the visitor has chosen a scheme. */}
              <source media="(prefers-color-scheme: dark)" srcSet={fileOf(`${picture}-dark`)} {...shape} data-dark="" />
              <img src={fileOf(`${picture}-light`)} {...shape} alt={alt} loading="lazy" />
            </picture>
            <h3>{promises[index]}</h3>
            <p className="soft">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
