import type { KycStatus } from '@sauda/contract/kyc'

export const profileText = {
  greeting: '{greeting}, {name}',
  status: {
    UNVERIFIED: 'Documents needed',
    PENDING: 'Under review',
    VERIFIED: 'Verified',
  } satisfies Record<KycStatus, string>,
  shownWhenVerified: 'Shown here once your documents are verified',
  support: 'Something not right? Write to {link}.',
  photoNotSaved: 'Your new photo could not be saved. Please try again.',
} as const

/** By the hour in India (section 9). */
export function greeting(hour: number): string {
  if (hour < 12) return 'Good Morning'
  if (hour < 17) return 'Good Afternoon'
  return 'Good Evening'
}
