import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import layout from './layout.module.css'

const icons = { fits: <CircleCheck aria-hidden="true" />, differs: <TriangleAlert aria-hidden="true" />, unknown: null }

export function Check({ outcome, children }: { outcome: keyof typeof icons; children: ReactNode }) {
  return (
    <output className={`${layout.check} ${layout[outcome]}`}>
      {icons[outcome]}
      <span>{children}</span>
    </output>
  )
}
