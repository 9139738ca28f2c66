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

/** What the server writes, as one says it. */
export const actionNames: Readonly<Record<string, string>> = {
  'auth.register': 'Registered',
  'auth.verify': 'Verified their email',
  'auth.login': 'Logged in',
  'auth.login.refused': 'Login refused',
  'auth.logout': 'Logged out',
  'auth.reset.ask': 'Asked for a password reset',
  'auth.reset': 'Reset the password',
  'auth.password.change': 'Changed the password',
  'auth.password.refused': 'Password refused',
  'auth.totp.on': 'Turned two-step login on',
  'auth.totp.off': 'Turned two-step login off',
  'session.end': 'Ended a session',
  'profile.photo': 'Changed the profile photo',
  'bank.set': 'Set bank details',
  'bank.change': 'Changed bank details',
  'kyc.upload': 'Sent documents',
  'kyc.view': 'Looked at a photo',
  'kyc.check-pan': 'Checked a PAN',
  'kyc.accept': 'Accepted a document',
  'kyc.refuse': 'Asked for a document again',
  'wallet.add-fund': 'Told us of a deposit',
  'wallet.withdraw': 'Asked for a withdrawal',
  'wallet.approve': 'Approved a request',
  'wallet.approve-first': 'Approved a withdrawal first',
  'wallet.reject': 'Refused a request',
  'loan.request': 'Asked for a loan',
  'loan.offer': 'Offered a loan',
  'loan.reject': 'Refused a loan, or took the offer back',
  'loan.accept': 'Accepted a loan',
  'loan.decline': 'Declined a loan offer',
  'loan.repay': 'Paid back part of a loan',
  'loan.close': 'Paid back a loan',
  'charge.raise': 'Raised a charge',
  'charge.pay': 'Told us of a charge payment',
  'charge.approve': 'Approved a charge payment',
  'charge.reject': 'Refused a charge payment',
  'trade.buy': 'Booked a buy',
  'trade.sell': 'Booked a sale',
  'trade.ask-reversal': 'Asked to reverse a trade',
  'trade.reverse': 'Reversed a trade',
  'trade.refuse-reversal': 'Refused a reversal, or took it back',
  'market.add': 'Added an instrument',
  'market.edit': 'Changed an instrument',
  'setting.request': 'Asked for a setting',
  'setting.take-back': 'Took back a request',
  'setting.approve': 'Put a setting in force',
  'setting.refuse': 'Refused a setting',
  'content.add': 'Added a review',
  'content.edit': 'Changed a review',
  'content.publish': 'Published a review',
  'content.take-back': 'Took a review off the start page',
  'content.remove': 'Removed a review',
  'ledger.ask': 'Asked for an adjustment',
  'ledger.approve': 'Approved an adjustment',
  'ledger.reject': 'Refused an adjustment',
  'reconciliation.import': 'Imported a bank statement',
  'reconciliation.match': 'Approved from the bank statement',
  'reconciliation.settle': 'Settled an exception',
  'queue.take': 'Took a case',
  'queue.release': 'Gave a case back',
  'client.freeze': 'Froze the login',
  'client.unfreeze': 'Unfroze the login',
  'operator.login': 'Operator logged in',
  'operator.login.refused': 'Operator login refused',
  'operator.logout': 'Operator logged out',
  'operator.totp.on': 'Operator turned two-step login on',
  'operator.password.change': 'Operator changed their password',
  'operator.password.refused': 'Operator password refused',
  'operator.add': 'Added an operator',
  'operator.disable': 'Disabled an operator',
}

/** An action in words; one that has none yet keeps its name. */
export const actionText = (action: string): string => actionNames[action] ?? action

/** Whether the subject of such a row is a client, who has a page of their own. */
export const isAboutClient = (action: string): boolean =>
  /^(auth|bank|charge|client|kyc|ledger|loan|profile|queue|session|setting|trade|wallet)\./.test(action)
