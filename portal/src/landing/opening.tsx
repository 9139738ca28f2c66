import { buttonClass } from '@sauda/ui/button'
import { useBrand } from '../shell/brand.ts'
import { DemoCards } from '../shell/demo-cards.tsx'
import { openingSteps } from '../shell/public.text.ts'
import { opening, practice } from './landing.content.ts'
import styles from './opening.module.css'

/** The practice clients of a demo; not for a visitor who is logged in already. */
export function Practice() {
  if (!useBrand().demo) return null
  return (
    <section className={styles.practice} aria-labelledby="practice">
      <h2 id="practice">{practice.title}</h2>
      <p className={styles.lead}>{practice.text}</p>
      <DemoCards />
    </section>
  )
}

export function Opening() {
  return (
    <section className={styles.opening} aria-labelledby="opening">
      <h2 id="opening">{openingSteps.title}</h2>
      <ol>
        {openingSteps.steps.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p className="soft">{text}</p>
          </li>
        ))}
      </ol>
      <a href="/create-account" className={buttonClass('secondary')}>
        {opening.action}
      </a>
    </section>
  )
}
