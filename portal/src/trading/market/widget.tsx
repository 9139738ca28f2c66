import { widgetPath, widgetRules, type Widget as WidgetKind, type WidgetMessage } from '@sauda/contract/trading/widget'
import { Spinner } from '@sauda/ui/spinner'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import styles from './markets.module.css'

interface WidgetProps {
  widget: WidgetKind
  title: string
  /** Shown until the service has answered. */
  children: (hasFailed: boolean) => ReactNode
}

/**
 * A widget of the charting service. Its script runs in a sandboxed frame without an origin, which sends the address of the
 * service's own page. That page is framed and cannot reach ours (docs/decisions/0038-charts.md).
 */
export function Widget({ widget, title, children }: WidgetProps) {
  const { step, sandbox, frame, loaded } = useWidget(widget)
  const isLoading = step.name !== 'shown' && step.name !== 'failed'
  return (
    <div className={styles.widget} data-widget={widget} aria-busy={isLoading}>
      {step.name === 'script' && (
        <iframe
          ref={sandbox}
          src={widgetPath(widget)}
          sandbox="allow-scripts"
          title={title}
          aria-hidden="true"
          tabIndex={-1}
          className={styles.sandbox}
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
      {step.name !== 'shown' && <div className={styles.own}>{children(step.name === 'failed')}</div>}
    </div>
  )
}

export const WidgetLoading = ({ widget }: { widget: WidgetKind }) => (
  <output className={`note ${styles.whole}`}>
    {widget === 'chart' && <Spinner />}
    <span className={widget === 'chart' ? undefined : 'visually-hidden'}>Loading...</span>
  </output>
)

/** waiting: until the screen is drawn. script: the service's script is loading. page: the service's page is loading. */
type Step =
  | { readonly name: 'waiting' | 'script' | 'failed' }
  | { readonly name: 'page' | 'shown'; readonly address: string }

const waitMilliseconds = 300
/** After this time the service counts as unreachable. */
const timeoutMilliseconds = { script: 8000, page: 20_000 }

/** Loads a widget of the charting service step by step. */
function useWidget(widget: WidgetKind) {
  const [step, setStep] = useState<Step>({ name: 'waiting' })
  const sandbox = useRef<HTMLIFrameElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)

  useEffect(() => {
    const receive = ({ source, data }: MessageEvent<unknown>): void => {
      if (!source) return
      if (source === sandbox.current?.contentWindow) {
        const address = widgetAddress(data)
        setStep(address ? { name: 'page', address } : { name: 'failed' })
      }
      if (source === frame.current?.contentWindow && hasNoData(data)) setStep({ name: 'failed' })
    }
    window.addEventListener('message', receive)
    return () => window.removeEventListener('message', receive)
  }, [widget])

  useEffect(() => {
    if (step.name === 'shown' || step.name === 'failed') return undefined
    const timer =
      step.name === 'waiting'
        ? setTimeout(() => setStep({ name: 'script' }), waitMilliseconds)
        : setTimeout(() => setStep({ name: 'failed' }), timeoutMilliseconds[step.name])
    return () => clearTimeout(timer)
  }, [step.name])

  const loaded = () => setStep((current) => (current.name === 'page' ? { ...current, name: 'shown' } : current))
  return { step, sandbox, frame, loaded }
}

/** The address of the service's page in a message of the sandbox. Only hosts that our policy allows to be framed count. */
export function widgetAddress(message: unknown): string | undefined {
  const { address } = (typeof message === 'object' && message !== null ? message : {}) as Partial<WidgetMessage>
  if (typeof address !== 'string' || !URL.canParse(address)) return undefined
  return (widgetRules.hosts as readonly string[]).includes(new URL(address).origin) ? address : undefined
}

/** Whether the service reports that it has no data for the symbol. */
export function hasNoData(message: unknown): boolean {
  return typeof message === 'object' && message !== null && Reflect.get(message, 'name') === 'tv-widget-no-data'
}
