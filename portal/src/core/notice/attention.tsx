import { buttonClass } from '@sauda/ui/button'
import { Row, Stack } from '@sauda/ui/stack'
import { Link } from 'react-router'
import { attentionRows, useAttention } from './notice.api.ts'
import styles from './notice.module.css'
import { attentionText } from './notice.text.tsx'

/** Items that need the client's attention, each with one action; renders nothing without items. */
export function Attention() {
  const items = useAttention().data?.items ?? []
  if (items.length === 0) return null
  return (
    <Stack as="section" gap={2} aria-labelledby="attention">
      <h2 id="attention" className="lg">
        Needs attention
      </h2>
      <ul className={`lines ${styles.attention}`}>
        {items.slice(0, attentionRows).map((item) => {
          const { title, note, action, path } = attentionText(item)
          return (
            <Row as="li" key={`${item.kind} ${item.id}`} justify="between" gap="2 4">
              <div>
                <p className="medium">{title}</p>
                {note && <p className="note">{note}</p>}
              </div>
              <Link to={path} className={buttonClass('secondary', { size: 'small' })}>
                {action}
              </Link>
            </Row>
          )
        })}
      </ul>
    </Stack>
  )
}
