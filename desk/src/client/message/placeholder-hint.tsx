import { type MessageKind, messageKinds, placeholders } from '@sauda/contract/client/message'
import layout from '../../shell/layout.module.css'
import styles from './message.module.css'

/** The placeholders that a message about this kind of case may have. */
export const PlaceholderHint = ({ kind }: { kind: MessageKind }) => (
  <details className={styles.placeholders}>
    <summary>Placeholders</summary>
    <ul className={layout.found}>
      {messageKinds[kind].placeholders.map((name) => (
        <li key={name}>
          <code>{`{${name}}`}</code> {placeholders[name]}
        </li>
      ))}
    </ul>
  </details>
)
