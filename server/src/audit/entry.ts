/** Who did it. A visitor has no id yet; the system acts on its own. */
type Actor = {
  readonly kind: 'client' | 'operator' | 'visitor' | 'system'
  readonly id?: string
  readonly name?: string
}

export type AuditEntry = {
  readonly actor: Actor
  /** `room.verb`, such as `kyc.accept`. */
  readonly action: string
  readonly subjectId?: string
  /** Only what changed; never a password, a code, a token or a full identity number. */
  readonly before?: object
  readonly after?: object
  readonly ip?: string
}
