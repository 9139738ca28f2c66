import { buttonClass } from '@sauda/ui/button'
import { HonestyMark } from '@sauda/ui/honesty-mark'
import { ShieldCheck } from 'lucide-react'
import { useBrand } from '../shell/brand.ts'
import { fill } from './fill.ts'
import styles from './hero.module.css'
import { hero } from './landing.content.ts'
import { Phone, Window } from './picture.tsx'

export function Hero() {
  const { mode, legal } = useBrand()
  return (
    <section className={styles.hero}>
      {/* Where the bar above turns black. */}
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
          {hero.picture.caption} <HonestyMark kind="sample">{hero.picture.mark}</HonestyMark>
        </figcaption>
      </figure>
    </section>
  )
}
