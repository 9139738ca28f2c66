import type { DialogProps } from '@sauda/ui/dialog'
import { useState } from 'react'
import { useEarly } from './awake.ts'
import { later } from './later.tsx'

const load = () => import('@sauda/ui/dialog').then((module) => module.Dialog)
const Base = later(load)

/** The dialog of ui, out of the first view: fetched when somebody is there to open one. */
export function Dialog(props: DialogProps) {
  const [wanted, setWanted] = useState(props.open)
  if (props.open && !wanted) setWanted(true)
  useEarly(load)
  return wanted ? <Base {...props} /> : null
}
