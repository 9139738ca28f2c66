import { Check } from 'lucide-react'
import styles from './steps.module.css'
import { openingSteps } from './public.text.ts'

interface StepsProps {
  label: string
  steps: readonly { readonly title: string; readonly isDone: boolean }[]
  /** Counts from 0. */
  current: number
}

/** The steps of a task beside each other, above the one being done. */
export function Steps({ label, steps, current }: StepsProps) {
  return (
    <ol className={styles.steps} aria-label={label}>
      {steps.map(({ title, isDone }, index) => (
        <li key={title} aria-current={index === current ? 'step' : undefined} data-done={isDone || undefined}>
          {isDone ? <Check aria-hidden="true" /> : <span aria-hidden="true">{index + 1}</span>}
          {title}
          {isDone && <span className="visually-hidden">: done</span>}
        </li>
      ))}
    </ol>
  )
}

/** How far the visitor has come with opening an account. */
export function OpeningSteps({ current }: { current: number }) {
  const steps = openingSteps.steps.map(({ title }, index) => ({ title, isDone: index < current }))
  return <Steps label={openingSteps.title} steps={steps} current={current} />
}
