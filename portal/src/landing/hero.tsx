import type { PublishedTimes } from '@sauda/contract/broker/health'
import { durationText } from '@sauda/contract/platform/day-text'
import { buttonClass } from '@sauda/ui/button'
import { ShieldCheck } from 'lucide-react'
import { BrandSign } from '../shell/header.tsx'
import { useBrand } from '../shell/brand.ts'
import { fill, Linked, useContent } from './content.tsx'
import styles from './hero.module.css'
import { hero } from './landing.content.ts'
import phone780 from './picture/phone-dark-780.avif'
import phoneShort from './picture/phone-short-dark-780.avif'
import window1040 from './picture/window-dark-1040.avif'
import window2080 from './picture/window-dark-2080.avif'

export function Hero({ times = {} }: { times?: PublishedTimes | undefined }) {
  const { mode, legal } = useBrand()
  const { title, text, start } = useContent().landing.hero
  return (
    <section className={styles.hero}>
      {/* The navigation bar turns black here. */}
      <span className={styles.mark} data-black-from="" />
      <div className={styles.words}>
        <h1>{title}</h1>
        <p className={styles.text}>{text}</p>
        <a href="/create-account" className={`${buttonClass('primary')} ${styles.start}`}>
          {start}
        </a>
        {mode === 'live' && (
          <p className={styles.registered}>
            {fill(hero.registered, { company: legal.name, sebi: legal.sebiRegistration })}{' '}
            {legal.exchanges && fill(hero.member, { exchanges: legal.exchanges })}
          </p>
        )}
        <p className={styles.note}>
          <ShieldCheck aria-hidden="true" />
          {hero.note}
        </p>
        <Times {...times} />
        <div className={`faint ${styles.plain}`}>
          {mode === 'live' && (
            <p>
              <Linked>{fill(hero.officer, { officer: legal.grievanceOfficer })}</Linked>
            </p>
          )}
          <p>{hero.risk}</p>
        </div>
      </div>
      <figure className={styles.figure}>
        <div className={styles.picture}>
          <Picture device="window" />
          <Picture device="phone" />
        </div>
        <figcaption className="faint">{hero.picture.caption}</figcaption>
      </figure>
    </section>
  )
}

/** From the books; nothing until there are enough requests. */
function Times({ deposit, withdrawal }: PublishedTimes) {
  const times = [
    ...(deposit === undefined ? [] : [fill(hero.times.deposit, { time: durationText(deposit) })]),
    ...(withdrawal === undefined ? [] : [fill(hero.times.withdrawal, { time: durationText(withdrawal) })]),
  ]
  return times.length > 0 && <p className={styles.note}>{`${times.join(' ')} ${hero.times.source}`}</p>
}

const pictures = {
  window: {
    src: window1040,
    srcSet: `${window1040} 1040w, ${window2080} 2080w`,
    sizes: '(min-width: 64rem) 56rem, 90vw',
    width: 1040,
    height: 620,
  },
  phone: { src: phone780, width: 390, height: 720 },
}

/** Its bar is HTML, so that it shows the broker's brand. A hidden picture is not loaded, because it is lazy. */
function Picture({ device }: { device: keyof typeof pictures }) {
  return (
    <div className={styles[device]}>
      <p className={styles.bar} aria-hidden="true">
        <BrandSign ground="dark" />
      </p>
      <picture>
        {device === 'phone' && <source media="(max-width: 30rem)" srcSet={phoneShort} width={390} height={540} />}
        <img {...pictures[device]} alt={hero.picture[device]} loading="lazy" />
      </picture>
    </div>
  )
}
