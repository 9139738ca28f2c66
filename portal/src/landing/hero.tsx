import { buttonClass } from '@sauda/ui/button'
import { HonestyMark } from '@sauda/ui/honesty-mark'
import { Money } from '@sauda/ui/money'
import { ShieldCheck } from 'lucide-react'
import { Link } from 'react-router'
import styles from './hero.module.css'
import { hero, picture } from './landing.content.ts'

/** Where the bar above turns black. */
export const blackFromId = 'black-from-here'

export function Hero() {
  return (
    <section className={styles.hero}>
      <span id={blackFromId} className={styles.mark} />
      <div className={styles.words}>
        <h1>{hero.title}</h1>
        <p className={styles.text}>{hero.text}</p>
        <Link to="/create-account" className={`${buttonClass('primary')} ${styles.start}`}>
          Get Started
        </Link>
        <p className={styles.note}>
          <ShieldCheck aria-hidden="true" />
          {hero.note}
        </p>
      </div>
      <Picture />
    </section>
  )
}

function Picture() {
  return (
    <figure className={styles.picture}>
      <div className={styles.screen} aria-hidden="true">
        <p className={styles.label}>Total Amount</p>
        <p>
          <Money amount={picture.total} size="hero" />
        </p>
        <div className={styles.cards}>
          {picture.cards.map(({ label, amount }) => (
            <div key={label}>
              <p className={styles.label}>{label}</p>
              <Money amount={amount} />
            </div>
          ))}
        </div>
        <ul>
          {picture.rows.map(({ title, detail, amount, status }) => (
            <li key={title}>
              <span className={styles.what}>
                {title}
                <small>{detail}</small>
              </span>
              <span className={styles.amount}>
                <Money amount={amount} change={status === 'Profit'} />
                <small>{status}</small>
              </span>
            </li>
          ))}
        </ul>
      </div>
      <figcaption>
        The wallet, as a client sees it <HonestyMark kind="sample">Example figures, nobody’s money.</HonestyMark>
      </figcaption>
    </figure>
  )
}
