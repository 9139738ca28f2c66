import type { Evidence, Shown } from '@sauda/contract/core/proposal-review'
import { DescriptionList } from '@sauda/ui/description-list'
import { Link } from 'react-router'
import { Block } from './evidence.tsx'
import layout from './layout.module.css'

/** Facts computed by the server, with links to the pages they name. */
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
