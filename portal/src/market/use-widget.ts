import type { Widget } from '@sauda/contract/widget'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { hasNoData, widgetAddress } from './widget-address.ts'

/** resting: the screen comes first. asking: their script is being loaded. opening: their page is. */
type Step =
  | { readonly name: 'resting' | 'asking' | 'failed' }
  | { readonly name: 'opening' | 'shown'; readonly address: string }

const restMilliseconds = 300
/** A widget that is not there by then is given up, and our own takes its place. */
const patienceMilliseconds = { asking: 8000, opening: 20_000 }

export type WidgetSteps = {
  readonly step: Step
  /** The document of ours their script runs in. */
  readonly sealed: RefObject<HTMLIFrameElement | null>
  /** Their own page. */
  readonly frame: RefObject<HTMLIFrameElement | null>
  readonly loaded: () => void
}

/** How far a widget of the charting service has come. */
export function useWidget(widget: Widget): WidgetSteps {
  const [step, setStep] = useState<Step>({ name: 'resting' })
  const sealed = useRef<HTMLIFrameElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)

  useEffect(() => {
    const hear = ({ source, data }: MessageEvent<unknown>): void => {
      if (!source) return
      if (source === sealed.current?.contentWindow) {
        const address = widgetAddress(data)
        setStep(address ? { name: 'opening', address } : { name: 'failed' })
      }
      if (source === frame.current?.contentWindow && hasNoData(data)) setStep({ name: 'failed' })
    }
    window.addEventListener('message', hear)
    return () => window.removeEventListener('message', hear)
  }, [widget])

  useEffect(() => {
    if (step.name === 'shown' || step.name === 'failed') return undefined
    const timer =
      step.name === 'resting'
        ? setTimeout(() => setStep({ name: 'asking' }), restMilliseconds)
        : setTimeout(() => setStep({ name: 'failed' }), patienceMilliseconds[step.name])
    return () => clearTimeout(timer)
  }, [step.name])

  const loaded = () => setStep((now) => (now.name === 'opening' ? { ...now, name: 'shown' } : now))
  return { step, sealed, frame, loaded }
}
