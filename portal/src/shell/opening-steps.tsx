import { Check } from 'lucide-react'
import styles from './opening-steps.module.css'
import { openingSteps } from './public.text.ts'

/** How far the visitor has come with opening an account; `current` counts from 0. */
export function OpeningSteps({ current }: { current: number }) {
  return (
    <ol className={styles.steps} aria-label={openingSteps.title}>
      {openingSteps.steps.map(({ title }, index) => (
        <li key={title} aria-current={index === current ? 'step' : undefined} data-done={index < current || undefined}>
          {index < current ? <Check aria-hidden="true" /> : <span aria-hidden="true">{index + 1}</span>}
          {title}
          {index < current && <span className="visually-hidden">: done</span>}
        </li>
      ))}
    </ol>
  )
}
