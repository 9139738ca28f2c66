import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { NotPending } from './review.tsx'

vi.mock('./me.ts', () => ({ useMe: () => ({ data: { _id: 'nisha-1', name: 'Nisha' } }) }))

const afterLostReply = (decidedById: string) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <NotPending
        by={{ decidedBy: 'Nisha', decidedById }}
        wasOpen
        wasSent
        isUncertain
        next={undefined}
        queue="/queue"
      />
    </MemoryRouter>,
  )

test('after a lost reply the operator’s own decision is recognised by operator id, not by name', () => {
  expect(afterLostReply('nisha-1')).toContain('Decision recorded')
  const ofNamesake = afterLostReply('nisha-2')
  expect(ofNamesake).not.toContain('Decision recorded')
  expect(ofNamesake).toContain('Already decided by Nisha')
})
