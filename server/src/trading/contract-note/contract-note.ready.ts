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

type Obstacle = {
  readonly error: ErrorDefinition
  /** The settings that are missing. */
  readonly settings: readonly string[]
}

/** Why no note can be issued with these settings. Practice trades have no contract note, so nothing need be stated on theirs. */
export function settingsObstacle(config: NoteConfig): Obstacle | undefined {
  const missing =
    config.mode === 'demo' ? [] : Object.entries(stated).flatMap(([name, field]) => (config[field] ? [] : [name]))
  if (!config.noteSigner)
    return {
      error: contractNoteErrors.noSigner,
      settings: ['NOTE_SIGNER_COMMAND', ...missing],
    }
  return missing.length === 0 ? undefined : { error: contractNoteErrors.incomplete, settings: missing }
}

/** For the desk: the names of settings are for those who can set them. */
export function obstacleText(config: NoteConfig, isAdministrator: boolean): string | undefined {
  const { error, settings } = settingsObstacle(config) ?? {}
  return isAdministrator
    ? error?.message.replace('Ask your administrator.', `Set ${settings?.join(', ')} and start the server again.`)
    : error?.message
}

export function requireSettings(config: NoteConfig): void {
  const obstacle = settingsObstacle(config)
  if (obstacle) throw new AppError(obstacle.error)
}
