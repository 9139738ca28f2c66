import { buttonClass } from '@sauda/ui/button'
import { DisclosureBadge } from '@sauda/ui/disclosure-badge'
import { LoadingBlock } from '@sauda/ui/spinner'
import type { PublishedTimes } from '@sauda/contract/broker/health'
import { useBrand } from '../shell/brand.ts'
import { DemoCards } from '../shell/demo-cards.tsx'
import { forexPairs } from '../shell/forex-pairs.ts'
import { openingSteps, promises } from '../shell/public.text.ts'
import { Demo, Pricing, Team } from './closing.tsx'
import { Fold, useContent } from './content.tsx'
import { Footer } from './footer.tsx'
import { Hero } from './hero.tsx'
import { accounting, opening, pairs, practice, proofs, testimonials } from './landing.content.ts'
import styles from './landing.module.css'
import { NavBar } from '../shell/nav-bar.tsx'
import { Features, Points, Services } from './offers.tsx'
import dark1440 from './picture/statement-dark-1440.avif'
import dark720 from './picture/statement-dark-720.avif'
import light1440 from './picture/statement-light-1440.avif'
import light720 from './picture/statement-light-720.avif'
import phoneDark390 from './picture/statement-phone-dark-390.avif'
import phoneDark780 from './picture/statement-phone-dark-780.avif'
import phoneLight390 from './picture/statement-phone-light-390.avif'
import phoneLight780 from './picture/statement-phone-light-780.avif'

export function Landing({ times }: { times?: PublishedTimes | undefined }) {
  return (
    <>
      <NavBar above="hero" />
      <main>
        <Hero times={times} />
        <Pairs />
        <Practice />
        <Features />
        <Services />
        <Team />
        <Accounting />
        <Testimonials />
        {/* Far below the first view, because a browser loads near pictures at once. */}
        <Promises />
        <Opening />
        <Pricing />
        <Demo />
      </main>
      <Footer />
    </>
  )
}

/** The specified pairs, with what the hero promises: their spreads. */
function Pairs() {
  return (
    <section className={styles.pairs} aria-labelledby="pairs">
      <div className={styles.pairsHead}>
        <h2 id="pairs">{pairs.title}</h2>
        <DisclosureBadge kind="sample">{pairs.mark}</DisclosureBadge>
      </div>
      <ul>
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

/** The practice clients of a demo; not for a visitor who is logged in already. */
function Practice() {
  if (!useBrand().demo) return null
  return (
    <section className={styles.practice} aria-labelledby="practice">
      <h2 id="practice">{practice.title}</h2>
      <p className={styles.lead}>{practice.text}</p>
      <DemoCards />
    </section>
  )
}

function Opening() {
  return (
    <section className={styles.opening} aria-labelledby="opening">
      <Fold heading={<h2 id="opening">{openingSteps.title}</h2>}>
        <ol>
          <Points items={openingSteps.steps} />
        </ol>
        <a href="/create-account" className={buttonClass('secondary')}>
          {opening.action}
        </a>
      </Fold>
    </section>
  )
}

const sizes = '(min-width: 60rem) 36rem, 92vw'
const narrow = '(max-width: 30rem)'
const phoneShape = { sizes: '92vw', width: 390, height: 540 }

function Accounting() {
  const { accounting: block, services } = useContent().landing
  if (!block) return null
  return (
    <section className={styles.accounting} aria-labelledby="accounting">
      <div>
        <Fold heading={<h2 id="accounting">{block.title}</h2>}>
          <ul className={styles.claims}>
            <Points items={block.items} />
          </ul>
          {services && (
            <a href="#services" className={buttonClass('secondary')}>
              {accounting.all}
            </a>
          )}
        </Fold>
      </div>
      <picture className={styles.statement}>
        {/* The page's script changes `media` if the visitor has chosen a scheme. */}
        <source
          media={`${narrow} and (prefers-color-scheme: dark)`}
          srcSet={`${phoneDark390} 390w, ${phoneDark780} 780w`}
          {...phoneShape}
          data-dark={`${narrow} and `}
        />
        <source media={narrow} srcSet={`${phoneLight390} 390w, ${phoneLight780} 780w`} {...phoneShape} />
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
      <h2 id="testimonials">{testimonials.title}</h2>
      <div className={styles.loading} data-state="loading">
        <LoadingBlock label={testimonials.loading} />
      </div>
      <div className={styles.quiet} data-state="empty" hidden>
        <p>{testimonials.empty}</p>
        <p className="faint">{testimonials.why}</p>
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
    <section className={styles.promises} aria-labelledby="promises">
      <Fold heading={<h2 id="promises">{proofs.title}</h2>}>
        <ul>
          {proofs.items.map(({ picture, alt, text }, index) => (
            <li key={picture}>
              <picture>
                {/* The page's script changes `media` if the visitor has chosen a scheme. */}
                <source
                  media="(prefers-color-scheme: dark)"
                  srcSet={fileOf(`${picture}-dark`)}
                  {...shape}
                  data-dark=""
                />
                <img src={fileOf(`${picture}-light`)} {...shape} alt={alt} loading="lazy" />
              </picture>
              <h3>{promises[index]}</h3>
              <p className="soft">{text}</p>
            </li>
          ))}
        </ul>
      </Fold>
    </section>
  )
}
