import type { DialogProps } from '@sauda/ui/dialog'
import { useState } from 'react'
import { useEarly } from './awake.ts'
import { lazyPart } from './lazy-part.tsx'

const LazyDialog = lazyPart(() => import('@sauda/ui/dialog').then((module) => module.Dialog))

/** The dialog of ui, loaded after the first view. */
export function Dialog(props: DialogProps) {
  const [isNeeded, setNeeded] = useState(props.open)
  if (props.open && !isNeeded) setNeeded(true)
  useEarly(LazyDialog.preload)
  return isNeeded ? <LazyDialog {...props} /> : null
}

/** The value, or the last one before it became undefined, which a closing dialog still shows. */
export function useLast<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}
