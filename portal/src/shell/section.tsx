import { Row, Stack } from '@sauda/ui/stack'
import type { ReactNode, RefObject } from 'react'

interface SectionProps {
  /** Id of the heading. */
  id: string
  title: ReactNode
  /** Beside the heading. */
  aside?: ReactNode
  gap?: 2 | 3 | 4
  headingRef?: RefObject<HTMLHeadingElement | null>
  children: ReactNode
}

/** A part of a screen under its own heading, which can be focused if it has a `headingRef`. */
export function Section({ id, title, aside, gap = 3, headingRef, children }: SectionProps) {
  return (
    <section aria-labelledby={id}>
      <Stack gap={gap}>
        <Row>
          <h2 id={id} ref={headingRef} tabIndex={headingRef && -1} className="lg">
            {title}
          </h2>
          {aside}
        </Row>
        {children}
      </Stack>
    </section>
  )
}
