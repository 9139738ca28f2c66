import { buttonClass } from '@sauda/ui/button'
import { HonestyMark } from '@sauda/ui/honesty-mark'
import { LoadingBlock } from '@sauda/ui/spinner'
import { Link } from 'react-router'
import { demo, pricing, reviews, team, testimonials } from './landing.content.ts'
import styles from './landing.module.css'
import { useInBrowser } from './use-in-browser.ts'

export function Team() {
  return (
    <section className={`${styles.section} ${styles.split}`} id="about">
      <div className={styles.aside}>
        <h2>{team.title}</h2>
        <p className={styles.lead}>{team.text}</p>
      </div>
      <div>
        <dl className={styles.figures}>
          {team.figures.map(({ value, label }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <HonestyMark kind="sample">These two figures are examples, not counts of ours.</HonestyMark>
      </div>
    </section>
  )
}

export function Testimonials() {
  const loaded = useInBrowser()
  return (
    <section className={`${styles.section} ${styles.raised}`}>
      <h2>{testimonials.title}</h2>
      <div className={styles.reviews}>
        {!loaded && <LoadingBlock label="Loading reviews" />}
        {loaded && reviews.length === 0 && <p className={styles.lead}>{testimonials.empty}</p>}
        {loaded &&
          reviews.map(({ name, words }) => (
            <blockquote key={name}>
              <p>{words}</p>
              <cite>{name}</cite>
            </blockquote>
          ))}
      </div>
    </section>
  )
}

export function Pricing() {
  return (
    <section className={`${styles.section} ${styles.split}`} id="pricing">
      <div className={styles.aside}>
        <h2>{pricing.title}</h2>
        <p className={styles.lead}>{pricing.text}</p>
      </div>
      <div>
        <p className={styles.price}>
          <small>from</small> {pricing.price} <small>{pricing.unit}</small>
        </p>
        <HonestyMark kind="sample">An example price. Your broker tells you what you pay.</HonestyMark>
      </div>
    </section>
  )
}

export function Demo() {
  return (
    <section className={`${styles.section} ${styles.demo}`}>
      <h2>{demo.title}</h2>
      <p className={styles.lead}>{demo.text}</p>
      <Link to="/login" className={buttonClass('secondary')}>
        Look around
      </Link>
    </section>
  )
}
