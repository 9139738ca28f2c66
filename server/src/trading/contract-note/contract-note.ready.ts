import { contractNoteErrors } from '@sauda/contract/trading/contract-note'
import { AppError, type ErrorDefinition } from '@sauda/contract/platform/error'
import type { Config } from '../../config.ts'

/** What a contract note must state of the broker, by the setting that has it. */
const stated = {
  LEGAL_NAME: 'legalName',
  SEBI_REGISTRATION: 'sebiRegistration',
  EXCHANGE_MEMBERSHIPS: 'exchangeMemberships',
  LEGAL_ADDRESS: 'legalAddress',
  BROKER_PHONE: 'brokerPhone',
  COMPLIANCE_OFFICER: 'complianceOfficer',
  GSTIN: 'gstin',
} as const satisfies Record<string, keyof Config>

type NoteConfig = Pick<Config, 'mode' | 'noteSigner' | (typeof stated)[keyof typeof stated]>

/** Why no note can be issued with these settings. Practice trades have no contract note, so nothing need be stated on theirs. */
export function settingsObstacle(config: NoteConfig): ErrorDefinition | undefined {
  if (!config.noteSigner) return contractNoteErrors.noSigner
  if (config.mode === 'demo') return undefined
  const missing = Object.entries(stated).flatMap(([name, field]) => (config[field] ? [] : [name]))
  return missing.length === 0 ? undefined : contractNoteErrors.incomplete(missing)
}

export function requireSettings(config: NoteConfig): void {
  const obstacle = settingsObstacle(config)
  if (obstacle) throw new AppError(obstacle)
}
