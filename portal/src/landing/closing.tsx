import { buttonClass } from '@sauda/ui/button'
import { DisclosureBadge } from '@sauda/ui/disclosure-badge'
import { useBrand } from '../shell/brand.ts'
import styles from './closing.module.css'
import { demo, pricing, team } from './landing.content.ts'

export function Team() {
  return (
    <section className={styles.team} id="about" aria-labelledby="team">
      <div className={styles.words}>
        <h2 id="team">{team.title}</h2>
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
        <DisclosureBadge kind="sample">{team.mark}</DisclosureBadge>
      </div>
    </section>
  )
}

export function Pricing() {
  return (
    <section className={styles.pricing} id="pricing" aria-labelledby="price">
      <div className={styles.words}>
        <h2 id="price">{pricing.title}</h2>
        <p className={styles.lead}>{pricing.text}</p>
      </div>
      <div>
        <p className={styles.price}>
          <small>{pricing.from}</small> {pricing.price} <small>{pricing.unit}</small>
        </p>
        <DisclosureBadge kind="sample">{pricing.mark}</DisclosureBadge>
      </div>
    </section>
  )
}

export function Demo() {
  const { mode, supportEmail } = useBrand()
  const isDemo = mode === 'demo'
  return (
    <section className={styles.demo} aria-labelledby="demo">
      <div className={styles.card}>
        <div className={styles.words}>
          <h2 id="demo">{demo.title}</h2>
          <p className={styles.lead}>{isDemo ? demo.text : demo.live}</p>
        </div>
        <a href={isDemo ? '/login' : `mailto:${supportEmail}`} className={buttonClass('secondary')}>
          {isDemo ? demo.action : demo.liveAction}
        </a>
      </div>
    </section>
  )
}
