import { compareNames } from '@sauda/contract/platform/person-name'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import layout from './layout.module.css'

const icons = { fits: <CircleCheck aria-hidden="true" />, differs: <TriangleAlert aria-hidden="true" />, unknown: null }

export const Check = ({ outcome, children }: { outcome: keyof typeof icons; children: ReactNode }) => (
  <output className={`${layout.check} ${layout[outcome]}`}>
    {icons[outcome]}
    <span>{children}</span>
  </output>
)

export function NameCheck({ registered, found }: { registered: string; found: string }) {
  if (found.trim() === '') return <Check outcome="unknown">{`Registered as “${registered}”`}</Check>
  const match = compareNames(registered, found)
  if (match === 'same') return <Check outcome="fits">Same as the registered name</Check>
  return (
    <Check outcome="differs">
      {match === 'close' ? 'Similar to the registered name, but not identical' : 'Differs from the registered name'} “
      {registered}”
    </Check>
  )
}
