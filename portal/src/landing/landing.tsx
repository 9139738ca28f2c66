import { buttonClass } from '@sauda/ui/button'
import { DisclosureBadge } from '@sauda/ui/disclosure-badge'
import { LoadingBlock } from '@sauda/ui/spinner'
import type { PublishedTimes } from '@sauda/contract/broker/health'
import { forexPairs } from '../shell/forex-pairs.ts'
import { openingSteps, promises } from '../shell/public.text.ts'
import { useContent } from './content.tsx'
import { Footer } from './footer.tsx'
import { Hero } from './hero.tsx'
import { accounting, opening, pairs, proofs, testimonials } from './landing.content.ts'
import styles from './landing.module.css'
import { NavBar } from '../shell/nav-bar.tsx'
import { Demo, Features, Points, Pricing, Services, Team } from './offers.tsx'
import dark1440 from './picture/statement-dark-1440.avif'
import dark720 from './picture/statement-dark-720.avif'
import light1440 from './picture/statement-light-1440.avif'
import light720 from './picture/statement-light-720.avif'

export function Landing({ times }: { times?: PublishedTimes | undefined }) {
  return (
    <>
      <NavBar above="hero" />
      <main>
        <Hero times={times} />
        <div className={styles.raised}>
          <Promises />
        </div>
        <div className={styles.night}>
          <Pairs />
          <Features />
        </div>
        <div className={styles.raised}>
          <Services />
          <Team />
        </div>
        <div className={styles.band}>
          <Accounting />
          <Testimonials />
        </div>
        <div className={styles.raised}>
          <Opening />
          <Pricing />
          <Demo />
        </div>
      </main>
      <Footer />
    </>
  )
}

/** The specified pairs, with what the hero promises: their spreads. */
function Pairs() {
  return (
    <section aria-labelledby="pairs">
      <div className={styles.pairsHead}>
        <h2 id="pairs">{pairs.title}</h2>
        <DisclosureBadge kind="sample">{pairs.mark}</DisclosureBadge>
      </div>
      <ul className={styles.pairs}>
        {forexPairs.map(({ pair, price, change, spread, trend }) => (
          <li key={pair}>
            <h3>{pair}</h3>
            <p className={styles.price}>
              {price} <span className={trend === 'Up' ? 'gain' : 'loss'}>{change}</span>
            </p>
            <p className={styles.spread}>
              <span className="faint">{pairs.spread}</span> <strong>{spread}</strong>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Opening() {
  return (
    <section className={styles.opening} aria-labelledby="opening">
      <h2 id="opening">{openingSteps.title}</h2>
      <ol className={styles.three}>
        <Points items={openingSteps.steps} />
      </ol>
      <a href="/create-account" className={buttonClass('secondary')}>
        {opening.action}
      </a>
    </section>
  )
}

const sizes = '(min-width: 60rem) 36rem, 92vw'
function Accounting() {
  const { accounting: block, services } = useContent().landing
  if (!block) return null
  return (
    <section className={styles.accounting} aria-labelledby="accounting">
      <div>
        <h2 id="accounting">{block.title}</h2>
        <ul className={styles.pairwise}>
          <Points items={block.items} />
        </ul>
        {services && (
          <a href="#services" className={buttonClass('secondary')}>
            {accounting.all}
          </a>
        )}
      </div>
      <picture className={styles.picture}>
        {/* The page's script changes `media` if the visitor has chosen a scheme. */}
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

/** The page's script loads the reviews and shows one of the `hidden` parts. */
function Testimonials() {
  return (
    <section className={styles.testimonials} data-reviews="" aria-labelledby="testimonials" aria-live="polite">
      <h2 id="testimonials" className={styles.second}>
        {testimonials.title}
      </h2>
      <div className={styles.loading} data-state="loading">
        <LoadingBlock label={testimonials.loading} />
      </div>
      <div className={styles.quiet} data-state="empty" hidden>
        <p>{testimonials.empty}</p>
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
              <footer className="faint">
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

/** Our screens, made by `npm run pictures`. */
const files = import.meta.glob<string>('./picture/promise-*.avif', { eager: true, import: 'default' })

const fileOf = (name: string) => files[`./picture/promise-${name}-780.avif`]

const shape = { width: 390, height: 340 }

function Promises() {
  return (
    <section aria-labelledby="promises">
      <h2 id="promises">{proofs.title}</h2>
      <ul className={styles.three}>
        {proofs.items.map(({ picture, alt, text }, index) => (
          <li key={picture} className={styles.point}>
            <picture className={styles.picture}>
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
