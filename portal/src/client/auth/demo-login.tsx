import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'
import { useBrand } from '../../shell/brand.ts'
import { DemoCards } from '../../shell/demo-cards.tsx'
import styles from './auth.module.css'

/** The practice clients of a demo. A link of the start page names one in `as`, who is logged in at once. */
export function DemoLogin({ onLogIn }: { onLogIn?: (email: string, password: string) => void }) {
  const { demo } = useBrand()
  const [search] = useSearchParams()
  const logInAs = (email: string) => demo && onLogIn?.(email, demo.password)
  const logInNamed = useEffectEvent(() => {
    const named = demo?.clients.find(({ email }) => email === search.get('as'))
    if (named) logInAs(named.email)
  })
  useEffect(() => logInNamed(), [])
  if (!demo) return null
  return (
    <section className={styles.demo} aria-labelledby="practice">
      <h2 id="practice" className="md">
        Try it as a practice client
      </h2>
      <DemoCards onPick={logInAs} />
    </section>
  )
}
