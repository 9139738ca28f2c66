export interface Reason {
  /** From the list, or `otherReason`; empty until chosen. */
  reason: string
  more: string
}

export const otherReason = 'other'
export const reasonLength = 300

export function reasonText({ reason, more }: Reason): string {
  const added = more.trim()
  if (reason === otherReason || reason === '') return added
  return added === '' ? reason : `${reason}. ${added}`
}
