import { buttonClass } from '@sauda/ui/button'
import { DisclosureBadge } from '@sauda/ui/disclosure-badge'
import { ShieldCheck } from 'lucide-react'
import { BrandSign } from '../shell/brand-mark.tsx'
import { useBrand } from '../shell/brand.ts'
import { fill } from './linked.tsx'
import styles from './hero.module.css'
import { hero } from './landing.content.ts'
import phone390 from './picture/phone-dark-390.avif'
import phone780 from './picture/phone-dark-780.avif'
import window1040 from './picture/window-dark-1040.avif'
import window2080 from './picture/window-dark-2080.avif'

export function Hero() {
  const { mode, legal } = useBrand()
  return (
    <section className={styles.hero}>
      {/* The navigation bar turns black here. */}
      <span className={styles.mark} data-black-from="" />
      <div className={styles.words}>
        <h1>{hero.title}</h1>
        <p className={styles.text}>{hero.text}</p>
        <a href="/create-account" className={`${buttonClass('primary')} ${styles.start}`}>
          {hero.start}
        </a>
        <p className={styles.note}>
          <ShieldCheck aria-hidden="true" />
          {hero.note}
        </p>
        <div className={styles.plain}>
          {mode === 'live' && <p>{fill(hero.registered, { company: legal.name, sebi: legal.sebiRegistration })}</p>}
          <p>{hero.risk}</p>
        </div>
      </div>
      <figure className={styles.figure}>
        <div className={styles.picture}>
          <Window />
          <Phone />
        </div>
        <figcaption>
          {hero.picture.caption} <DisclosureBadge kind="sample">{hero.picture.mark}</DisclosureBadge>
        </figcaption>
      </figure>
    </section>
  )
}

/** A picture of a large screen; its bar is HTML, so that it shows the broker's brand. */
function Window() {
  return (
    <div className={styles.window}>
      <Bar />
      {/* Hidden on a small screen, and then, being lazy, not loaded. */}
      <img
        src={window1040}
        srcSet={`${window1040} 1040w, ${window2080} 2080w`}
        sizes="(min-width: 64rem) 56rem, 90vw"
        alt={hero.picture.window}
        width={1040}
        height={620}
        loading="lazy"
      />
    </div>
  )
}

function Phone() {
  return (
    <div className={styles.phone}>
      <Bar />
      <img
        src={phone390}
        srcSet={`${phone390} 390w, ${phone780} 780w`}
        sizes="(min-width: 48rem) 17rem, 19rem"
        alt={hero.picture.phone}
        width={390}
        height={720}
        loading="lazy"
      />
    </div>
  )
}

function Bar() {
  return (
    <p className={styles.bar} aria-hidden="true">
      <BrandSign ground="dark" />
    </p>
  )
}
