import type { ReactNode } from 'react'
import { useBrand, type Brand } from '../shell/brand.ts'
import { Footer } from './footer.tsx'
import { who, type LegalContent } from './legal.content.ts'
import styles from './legal-page.module.css'
import { fill, Linked } from './linked.tsx'
import { NavBar } from './nav-bar.tsx'

/** A legal page with the broker's identity. */
export function LegalPage({ title, lead, since, points, children }: LegalContent & { children?: ReactNode }) {
  const brand = useBrand()
  const words = wordsOf(brand)
  const all = Object.entries({ [who.heading]: whoWeAre(brand), ...points })
  return (
    <>
      <NavBar above="page" />
      <main className={styles.page}>
        <header>
          <h1>{title}</h1>
          <p className={styles.lead}>{lead}</p>
          <p className={styles.since}>{since}</p>
        </header>
        <nav aria-labelledby="contents">
          <h2 id="contents">{who.contents}</h2>
          <ol>
            {all.map(([heading]) => (
              <li key={heading}>
                <a href={`#${idOf(heading)}`}>{heading}</a>
              </li>
            ))}
          </ol>
        </nav>
        <article>
          {all.map(([heading, text]) => (
            <section key={heading} id={idOf(heading)}>
              <h2>{heading}</h2>
              {text.map((sentence) => (
                <p key={sentence}>
                  <Linked>{fill(sentence, words)}</Linked>
                </p>
              ))}
            </section>
          ))}
        </article>
        {children}
      </main>
      <Footer />
    </>
  )
}

const idOf = (heading: string): string => heading.toLowerCase().replaceAll(' ', '-')

function whoWeAre({ mode, legal }: Brand): string[] {
  if (mode === 'demo') return [who.demo]
  return legal.address ? [who.live, who.address] : [who.live]
}

function wordsOf({ name, supportEmail, legal }: Brand): Record<string, string> {
  return {
    brand: name,
    company: legal.name || name,
    sebi: legal.sebiRegistration,
    officer: legal.grievanceOfficer || who.nobody,
    address: legal.address,
    support: supportEmail,
  }
}
