import type { AuditRow } from './audit.api.ts'

const kinds: Record<AuditRow['actorKind'], string> = {
  client: 'Client',
  operator: 'Operator',
  visitor: 'Visitor',
  system: 'System',
}

/** Who did it, as a name and what they are. */
export function actorText({ actorKind, actorName }: Pick<AuditRow, 'actorKind' | 'actorName'>): string {
  return actorName === undefined ? kinds[actorKind] : `${actorName}, ${kinds[actorKind].toLowerCase()}`
}

/** `kyc.check-pan` as "kyc · check pan". */
export const actionText = (action: string): string => action.replaceAll('.', ' · ').replaceAll('-', ' ')

/** Whether the subject of such a row is a client, who has a page of their own. */
export const isAboutClient = (action: string): boolean => /^(auth|bank|client|kyc|profile|queue|session)\./.test(action)
