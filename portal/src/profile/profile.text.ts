import type { KycStatus } from '@sauda/contract/kyc'

export const profileText = {
  status: {
    UNVERIFIED: 'Documents needed',
    PENDING: 'Under review',
    VERIFIED: 'Verified',
  } satisfies Record<KycStatus, string>,
  support: 'Something not right? Write to {link}.',
} as const

/** By the hour in India (section 9). */
export function greeting(hour: number): string {
  if (hour < 12) return 'Good Morning'
  if (hour < 17) return 'Good Afternoon'
  return 'Good Evening'
}
