import type { DialogProps } from '@sauda/ui/dialog'
import { useEffect, useState } from 'react'
import { useAwake } from './awake.ts'
import { later } from './later.tsx'

export type { DialogProps }

const load = () => import('@sauda/ui/dialog').then((module) => module.Dialog)
const Base = later(load)

/** The dialog of ui, out of the first view: fetched when somebody is there to open one. */
export function Dialog(props: DialogProps) {
  const awake = useAwake()
  const [wanted, setWanted] = useState(props.open)
  if (props.open && !wanted) setWanted(true)
  useEffect(() => {
    if (awake) void load().catch(() => undefined)
  }, [awake])
  return wanted ? <Base {...props} /> : null
}
