import type { PublishedTimes } from '@sauda/contract/broker/health'
import { durationText } from '@sauda/contract/platform/day-text'
import { buttonClass } from '@sauda/ui/button'
import { Money } from '@sauda/ui/money'
import { Timeline } from '@sauda/ui/timeline'
import { useBrand } from '../shell/brand.ts'
import { fill, Linked, useContent } from './content.tsx'
import styles from './hero.module.css'
import { hero, product } from './landing.content.ts'

export function Hero({ times = {} }: { times?: PublishedTimes | undefined }) {
  const { mode, legal } = useBrand()
  const { title, text, start } = useContent().landing.hero
  return (
    <section className={styles.hero}>
      {/* The navigation bar turns black here. */}
      <span className={styles.mark} data-black-from="" />
      <div className={styles.words}>
        <h1>{title}</h1>
        <p className={styles.promise}>{hero.note}</p>
        <p className={styles.text}>{text}</p>
        <div className={styles.actions}>
          <a href="/create-account" className={buttonClass('primary')}>
            {start}
          </a>
          {mode === 'demo' && (
            <a href="/login" className={buttonClass('ghost')}>
              {hero.demo}
            </a>
          )}
        </div>
        {mode === 'live' && (
          <p className="sm">
            {fill(hero.registered, { company: legal.name, sebi: legal.sebiRegistration })}{' '}
            {legal.exchanges && fill(hero.member, { exchanges: legal.exchanges })}
          </p>
        )}
        <Times {...times} />
        <div className="faint">
          {mode === 'live' && (
            <p>
              <Linked>{fill(hero.officer, { officer: legal.grievanceOfficer })}</Linked>
            </p>
          )}
          <p>{hero.risk}</p>
        </div>
      </div>
      <Product withdrawal={times.withdrawal} />
    </section>
  )
}

/** From the books; nothing until there are enough requests. */
function Times({ deposit, withdrawal }: PublishedTimes) {
  const times = [
    ...(deposit === undefined ? [] : [fill(hero.times.deposit, { time: durationText(deposit) })]),
    ...(withdrawal === undefined ? [] : [fill(hero.times.withdrawal, { time: durationText(withdrawal) })]),
  ]
  return times.length > 0 && <p className="secondary">{`${times.join(' ')} ${hero.times.source}`}</p>
}

/** The product itself, of its own components, with the figures of a practice client. */
function Product({ withdrawal }: Pick<PublishedTimes, 'withdrawal'>) {
  const [requested, checking, paid] = product.steps
  const usual = withdrawal === undefined ? '' : fill(product.usual, { time: durationText(withdrawal) })
  return (
    <figure className={styles.product}>
      <div className={styles.card}>
        <p className="secondary">{product.worth}</p>
        <p>
          <Money amount={product.total} size="hero" />
        </p>
        <p>
          <Money amount={product.gain} change /> <span className="gain">{product.percent}</span>
        </p>
        <svg viewBox="0 0 600 160" className={styles.curve} aria-hidden="true">
          <path d={product.curve} pathLength={1} />
        </svg>
        <dl>
          {product.parts.map(({ name, amount }) => (
            <div key={name}>
              <dt className="secondary">{name}</dt>
              <dd>
                <Money amount={amount} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <div className={styles.card}>
        <Timeline
          label={product.timeline}
          steps={[
            { title: requested, state: 'done' },
            { title: checking, state: 'current', detail: usual },
            { title: paid, state: 'upcoming' },
          ]}
        />
      </div>
      <figcaption className="faint">{product.caption}</figcaption>
    </figure>
  )
}
