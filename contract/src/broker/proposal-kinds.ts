import { rightNames } from './operator.ts'
import { type Kind, field } from '../core/proposal-field.ts'

/** What one operator requests and another decides about operators. */
export const brokerProposals = {
  'operator.add': {
    queue: 'change',
    title: 'New operator',
    fields: { name: field('text', 'Name'), email: field('text', 'Email'), role: field('text', 'Role') },
  },
  'operator.role': {
    queue: 'change',
    title: 'Role of an operator',
    fields: { operatorId: field('operator', 'Operator'), role: field('text', 'Role') },
  },
  'operator.reset': {
    queue: 'change',
    title: 'Login of an operator',
    fields: { operatorId: field('operator', 'Operator'), enable: field('yesNo', 'Enable a disabled login') },
  },
  'operator.rights': {
    queue: 'change',
    title: 'Rights of a role',
    fields: {
      role: field('text', 'Role'),
      before: { ...field('list', 'Rights when it was requested'), words: rightNames },
      rights: { ...field('list', 'Rights'), words: rightNames },
    },
  },
  'operator.role-add': {
    queue: 'change',
    title: 'New role',
    fields: { name: field('text', 'Role'), rights: { ...field('list', 'Rights'), words: rightNames } },
  },
  'operator.role-rename': {
    queue: 'change',
    title: 'Name of a role',
    fields: { role: field('text', 'Role'), name: field('text', 'Name') },
  },
  'operator.role-retire': { queue: 'change', title: 'End of a role', fields: { role: field('text', 'Role') } },
} as const satisfies Record<string, Kind>
