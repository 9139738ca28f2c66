import { expect, test } from 'vitest'
import { summaryOf } from './charge-review.tsx'

const charge = { clientName: 'Asha Rao', amount: 1000, gst: 180 }

test('the summary states the effect of the decision', () => {
  expect(summaryOf(charge, 'approve')).toBe(
    '₹1,000.00 will be booked as fees and ₹180.00 as GST. Asha Rao’s wallet does not change.',
  )
  expect(summaryOf({ ...charge, gst: 0 }, 'approve')).toBe(
    '₹1,000.00 will be booked as fees. Asha Rao’s wallet does not change.',
  )
  expect(summaryOf(charge, 'reject')).toBe('The charge becomes payable again. Asha Rao will get the reason by e-mail.')
})
