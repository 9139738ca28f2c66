/** Why something is refused: one of the contract's reasons, or words of one's own. */
export interface Reason {
  /** A reason of the list, or `otherReason`; empty until chosen. */
  reason: string
  more: string
}

export const otherReason = 'other'
export const reasonLength = 300

/** The reason as the client reads it. */
export function reasonText({ reason, more }: Reason): string {
  const added = more.trim()
  if (reason === otherReason || reason === '') return added
  return added === '' ? reason : `${reason}. ${added}`
}
