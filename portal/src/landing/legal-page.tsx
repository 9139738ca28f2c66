import type { Block, Inline, LegalPageName } from '@sauda/contract/broker/page-content'
import { Fragment, type ReactNode } from 'react'
import { useBrand, type Brand } from '../shell/brand.ts'
import { Footer } from './footer.tsx'
import styles from './legal-page.module.css'
import { fill, Linked, useContent } from './content.tsx'
import { NavBar } from '../shell/nav-bar.tsx'

const who = {
  id: 'who-we-are',
  heading: 'Who we are',
  contents: 'On this page',
  live: '{company} runs {brand}. SEBI registration number {sebi}. Write to us at {support}.',
  address: 'Our registered office: {address}.',
  demo: 'This is a demo of {brand}. It is not run by a broker. This text is an example of a broker’s own.',
  /** Shown in a demo. */
  nobody: 'the person named by the broker',
}

/** A legal page with the broker's identity. */
export function LegalPage({ name, children }: { name: LegalPageName; children?: ReactNode }) {
  const brand = useBrand()
  const { title, lead, since, sections } = useContent().legal[name]
  return (
    <>
      <NavBar above="page" />
      <main className={styles.page}>
        <header>
          <h1>{title}</h1>
          <p className={styles.lead}>
            <Words of={lead} />
          </p>
          <p className={`faint ${styles.since}`}>
            <Words of={since} />
          </p>
        </header>
        <nav aria-labelledby="contents">
          <h2 id="contents">{who.contents}</h2>
          <ol>
            {[who, ...sections].map(({ id, heading }) => (
              <li key={id}>
                <a href={`#${id}`}>{heading}</a>
              </li>
            ))}
          </ol>
        </nav>
        <article>
          <section id={who.id}>
            <h2>{who.heading}</h2>
            {whoWeAre(brand).map((sentence) => (
              <p key={sentence}>
                <Linked>{fill(sentence, wordsOf(brand))}</Linked>
              </p>
            ))}
          </section>
          {sections.map(({ id, heading, blocks }) => (
            <section key={id} id={id}>
              <h2>{heading}</h2>
              {blocks.map((block, index) => (
                <Part key={index} block={block} />
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

function Part({ block }: { block: Block }) {
  const { pictures } = useContent()
  if (block.kind === 'picture') {
    const picture = pictures[block.name]
    return picture && <img {...picture} alt={block.alt} loading="lazy" />
  }
  if (block.kind === 'list') {
    const items = block.items.map((item, index) => (
      <li key={index}>
        <Words of={item} />
      </li>
    ))
    return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>
  }
  const words = <Words of={block.text} />
  return block.kind === 'heading' ? <h3>{words}</h3> : <p>{words}</p>
}

/** Contacts are links wherever they are named. */
const Words = ({ of }: { of: readonly Inline[] }) =>
  of.map((part, index) => <Fragment key={index}>{wordsIn(part)}</Fragment>)

function wordsIn(part: Inline): ReactNode {
  if (part.kind === 'link') return <a href={part.to}>{part.text}</a>
  const words = <Linked>{part.text}</Linked>
  if (part.kind === 'strong') return <strong>{words}</strong>
  return part.kind === 'em' ? <em>{words}</em> : words
}

function whoWeAre({ mode, legal }: Brand): string[] {
  if (mode === 'demo') return [who.demo]
  return legal.address ? [who.live, who.address] : [who.live]
}

/** What the texts name in braces. */
export const wordsOf = ({ name, supportEmail, legal }: Brand): Record<string, string> => ({
  brand: name,
  company: legal.name || name,
  sebi: legal.sebiRegistration,
  officer: legal.grievanceOfficer || who.nobody,
  address: legal.address,
  support: supportEmail,
})
