import { Kbd } from '@sauda/ui/badge'
import layout from './layout.module.css'

export function KeyHint({ keys, children }: { keys: readonly string[]; children: string }) {
  return (
    <span className={layout.hint}>
      {keys.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
      {children}
    </span>
  )
}
