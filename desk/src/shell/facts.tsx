import type { Evidence, Shown } from '@sauda/contract/proposal-review'
import { DescriptionList } from '@sauda/ui/description-list'
import { Link } from 'react-router'
import { Block } from './evidence.tsx'
import layout from './layout.module.css'

/** What the server computed, with a link to the page of what it names. */
export const ShownText = ({ shown }: { shown: Shown }) =>
  shown.to === undefined ? (
    <span className={layout.anywhere}>{shown.text}</span>
  ) : (
    <Link className={layout.anywhere} to={shown.to}>
      {shown.text}
    </Link>
  )

/** One piece of evidence, such as a bank line. */
export const Facts = ({ evidence: { title, facts } }: { evidence: Evidence & { type: 'facts' } }) => (
  <Block title={title}>
    <DescriptionList items={facts.map(({ label, value }) => ({ term: label, value: <ShownText shown={value} /> }))} />
  </Block>
)
