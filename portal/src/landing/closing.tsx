import { buttonClass } from '@sauda/ui/button'
import type { ReactNode } from 'react'
import { useBrand } from '../shell/brand.ts'
import styles from './closing.module.css'
import { Fold, useContent } from './content.tsx'

export function Team() {
  const { team } = useContent().landing
  if (!team) return null
  return (
    <Claim id="about" className={styles.team} {...team}>
      <dl className={styles.figures}>
        {team.figures.map(({ value, label }) => (
          <div key={label}>
            <dt className="soft">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Claim>
  )
}

export function Pricing() {
  const { pricing } = useContent().landing
  if (!pricing) return null
  return (
    <Claim id="pricing" className={styles.pricing} {...pricing}>
      <p className={styles.price}>
        <small>{pricing.from}</small> {pricing.price} <small>{pricing.unit}</small>
      </p>
    </Claim>
  )
}

interface ClaimProps {
  id: string
  className: string | undefined
  title: string
  text: string
  mark?: string | undefined
  children: ReactNode
}

/** A heading and a text with example figures beside them. */
function Claim({ id, className, title, text, mark, children }: ClaimProps) {
  return (
    <section className={className} id={id} aria-labelledby={`${id}-title`}>
      <Fold heading={<h2 id={`${id}-title`}>{title}</h2>}>
        <p className={styles.lead}>{text}</p>
        <div>
          {children}
          {mark && <p className="faint">{mark}</p>}
        </div>
      </Fold>
    </section>
  )
}

export function Demo() {
  const { mode, supportEmail } = useBrand()
  const { demo } = useContent().landing
  if (!demo) return null
  const isDemo = mode === 'demo'
  return (
    <section className={styles.demo} aria-labelledby="demo">
      <div className={styles.card}>
        <div className={styles.words}>
          <h2 id="demo">{demo.title}</h2>
          <p className={styles.lead}>{isDemo ? demo.text : demo.liveText}</p>
        </div>
        <a href={isDemo ? '/login' : `mailto:${supportEmail}`} className={buttonClass('secondary')}>
          {isDemo ? demo.action : demo.liveAction}
        </a>
      </div>
    </section>
  )
}
