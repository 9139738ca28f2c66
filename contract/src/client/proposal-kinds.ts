import type { kycCorrections, kycDocumentNames } from './kyc.ts'
import { type Kind, field, group, optional, word, clientId, reason } from '../core/proposal-field.ts'

const documentDecision = {
  accept: field('yesNo', 'Accepted'),
  reason: optional(field('text', 'Reason for the client')),
}
/** Decision on both documents, where the same PAN is used twice. */
const panDecision = {
  pan: optional(
    group('PAN card', {
      ...documentDecision,
      name: optional(field('text', 'Name on the card')),
      samePanReason: optional(field('text', 'Why this PAN is used twice')),
    }),
  ),
  aadhaar: optional(group('Aadhaar card', { ...documentDecision, last4: optional(field('text', 'Last 4 digits')) })),
  since: optional(field('moment', 'Photos from')),
}
const identityCorrection = {
  clientId: field('client', 'Client'),
  name: optional(field('text', 'Name')),
  sealedPan: optional(field('sealed', 'PAN')),
  sealedBirth: optional(field('sealed', 'Date of birth')),
  reason: field('text', 'Reason'),
  evidenceId: optional(field('photo', 'Evidence')),
}
const template = {
  title: field('text', 'Title'),
  kind: field('text', 'About'),
  subject: field('text', 'Subject'),
  text: field('text', 'Message'),
}
const versionOf = { templateId: field('template', 'Template'), version: field('number', 'Version') }
const escalationLevel = {
  level: field('number', 'Level'),
  contact: field('text', 'Contact person'),
  address: field('text', 'Address'),
  phone: field('text', 'Phone'),
  email: field('text', 'E-mail'),
  hours: field('text', 'Working hours'),
  days: field('number', 'Replies within (days)'),
}
const tradingAccount = {
  clientId: field('client', 'Client'),
  ucc: field('text', 'UCC'),
  demat: field('text', 'Demat account'),
  reason: field('text', 'Reason'),
}

/** What one operator requests and another decides about clients. */
export const clientProposals = {
  'client-import.book': {
    queue: 'adjustment',
    title: 'Import of clients',
    fields: { importId: field('import', 'File') },
  },
  'kyc.pan': {
    queue: 'kyc',
    title: 'PAN used twice or changed',
    fields: {
      clientId,
      body: group('Decision', panDecision),
      sealedPan: optional(field('sealed', 'PAN')),
    },
  },
  'kyc.correct': {
    queue: 'kyc',
    title: 'KYC correction',
    fields: {
      clientId,
      correction: word('Correction', { reopen: 'Reopen', revoke: 'Revoke' } satisfies Record<
        (typeof kycCorrections)[number],
        string
      >),
      documents: {
        ...field('list', 'Documents'),
        words: { pan: 'PAN card', aadhaar: 'Aadhaar card' } satisfies Record<(typeof kycDocumentNames)[number], string>,
      },
      reason,
    },
  },
  'kyc.identity': {
    queue: 'kyc',
    title: 'Correction of identity',
    fields: identityCorrection,
  },
  'client.trading-account': { queue: 'kyc', title: 'UCC or demat account', fields: tradingAccount },
  'contact.change': {
    queue: 'kyc',
    title: 'Change of email or mobile',
    fields: {
      clientId,
      email: optional(field('text', 'Email')),
      mobile: optional(field('text', 'Mobile')),
      reason,
      evidenceId: field('photo', 'Evidence'),
    },
  },
  'client.unfreeze': {
    queue: 'change',
    title: 'Unfreezing of a login',
    makers: 'client.freeze',
    fields: { clientId, reason, frozenAt: field('moment', 'Frozen on') },
  },
  'template.add': {
    queue: 'change',
    title: 'New message template',
    makers: 'content.edit',
    fields: template,
  },
  'template.edit': {
    queue: 'change',
    title: 'Change of a message template',
    makers: 'content.edit',
    fields: { ...versionOf, before: group('Before', template), after: group('After', template) },
  },
  'template.retire': {
    queue: 'change',
    title: 'Retirement or restoration of a message template',
    makers: 'content.edit',
    fields: { ...versionOf, isRetired: field('yesNo', 'Retired'), before: group('Template', template) },
  },
  'complaint.level': {
    queue: 'change',
    title: 'Escalation matrix',
    makers: 'content.edit',
    fields: { before: group('Before', escalationLevel), after: group('After', escalationLevel) },
  },
  'privacy.erase': { queue: 'change', title: 'Erasure of personal data', fields: { clientId, reason } },
} as const satisfies Record<string, Kind>
