import { Spinner } from '@sauda/ui/spinner'
import { widgetPath, type Widget as Kind } from '@sauda/contract/widget'
import type { ReactNode } from 'react'
import { useWidget } from './use-widget.ts'
import styles from './widget.module.css'

interface WidgetProps {
  widget: Kind
  title: string
  /** What takes its place, in the same space, when there is no way to the charting service. */
  children: ReactNode
}

/**
 * A widget of the charting service. Its script runs in a sealed document without an origin; what it answers is the address
 * of its own page, which has its own origin and so none of ours (docs/decisions/0038-charts.md).
 */
export function Widget({ widget, title, children }: WidgetProps) {
  const { step, sealed, frame, loaded } = useWidget(widget)
  const isComing = step.name !== 'shown' && step.name !== 'failed'
  return (
    <div className={styles.place} data-widget={widget} aria-busy={isComing}>
      {step.name === 'asking' && (
        <iframe
          ref={sealed}
          src={widgetPath(widget)}
          sandbox="allow-scripts"
          title={title}
          aria-hidden="true"
          tabIndex={-1}
          className={styles.sealed}
        />
      )}
      {'address' in step && (
        <iframe
          ref={frame}
          src={step.address}
          sandbox="allow-scripts allow-popups allow-same-origin"
          title={title}
          onLoad={loaded}
          className={styles.frame}
        />
      )}
      {isComing && (
        <output className={styles.coming}>
          {widget === 'chart' && <Spinner />}
          <span className={widget === 'chart' ? undefined : 'visually-hidden'}>Loading...</span>
        </output>
      )}
      {step.name === 'failed' && children}
    </div>
  )
}
