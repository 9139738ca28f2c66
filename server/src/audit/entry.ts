/** A visitor has no id yet; the system has none at all. */
type Actor = {
  readonly kind: 'client' | 'operator' | 'visitor' | 'system'
  readonly id?: string
  readonly name?: string
}

export type AuditEntry = {
  readonly actor: Actor
  /** `feature.verb`, such as `kyc.accept`. */
  readonly action: string
  readonly subjectId?: string
  /** Only changed values; never a password, code, token or full identity number. */
  readonly before?: object
  readonly after?: object
  readonly ip?: string
}
