import { settingRules } from '@sauda/contract/core/setting-name'
import * as z from 'zod/mini'
import { approvalSettings, approvalVariables } from './core/approval/approval.settings.ts'
import {
  brandError,
  brandLiveRules,
  brandSettings,
  brandVariables,
  demoDomain,
  isRealAddress,
} from './broker/brand/brand.settings.ts'
import { contentSettings, contentVariables } from './broker/content/content.settings.ts'
import { digestSettings, digestVariables } from './broker/digest/digest.settings.ts'
import { kycSettings, kycVariables } from './client/kyc/kyc.settings.ts'
import { diskError, limitSettings, limitVariables } from './platform/limit-settings.ts'
import { mailLiveRules, mailSettings, mailVariables } from './core/mail/mail.settings.ts'
import {
  contractNoteError,
  contractNoteLiveRules,
  contractNoteSettings,
  contractNoteVariables,
} from './trading/contract-note/contract-note.settings.ts'
import { marketLiveRules, marketVariables } from './trading/market/market.settings.ts'
import {
  deskAddressError,
  metricsError,
  onOff,
  readVariables,
  replicaError,
  secretKeyError,
  serverLiveRules,
  serverSettings,
  serverVariables,
  wholeNumber,
} from './platform/settings.ts'
import { tradeChargeSettings, tradeChargeVariables } from './trading/trade-charge/trade-charge.settings.ts'
import { queueSettings, queueVariables } from './core/queue/queue.settings.ts'
import { payoutSettings, payoutVariables } from './money/payout/payout.settings.ts'
import { walletLiveRules, walletSettings, walletVariables } from './money/wallet/wallet.settings.ts'

const { mostNominees } = settingRules

const schema = z.object({
  ...serverVariables,
  ...limitVariables,
  ...brandVariables,
  ...contentVariables,
  ...walletVariables,
  ...payoutVariables,
  ...kycVariables,
  ...mailVariables,
  ...marketVariables,
  ...tradeChargeVariables,
  ...contractNoteVariables,
  ADMIN_EMAIL: z.optional(z.email({ error: 'must be an e-mail address' })),
  ADMIN_PASSWORD: z.optional(
    z
      .string()
      .check(
        z.minLength(8, { error: 'must have at least 8 characters' }),
        z.maxLength(128, { error: 'must have at most 128 characters' }),
      ),
  ),
  NOMINEE_LIMIT: z._default(wholeNumber(`must be a number of nominees from 1 to ${mostNominees}`, 1, mostNominees), 3),
  ...approvalVariables,
  ...queueVariables,
  ...digestVariables,
  STEP_UP: z.optional(onOff),
  LENDING: z.optional(onOff),
  OPERATOR_FACTOR: z._default(z.enum(['any', 'passkey'], { error: 'must be any or passkey' }), 'any'),
  DEMO_DATA: z._default(onOff, 'on'),
})
type Variables = z.infer<typeof schema>

/** Every setting, read once from the environment (settled, section 10). */
export type Config = ReturnType<typeof settingsOf>

/** Throws a StartError that names every faulty variable. */
export const readConfig = (variables: Readonly<Record<string, string | undefined>>): Config =>
  settingsOf(
    readVariables(schema, variables, (e, isGiven) =>
      [
        e.MODE === 'live' ? liveErrors(e, isGiven) : [],
        isGiven('ADMIN_EMAIL') === isGiven('ADMIN_PASSWORD') || e.MODE === 'live'
          ? []
          : 'ADMIN_EMAIL and ADMIN_PASSWORD: set both or neither',
        deskAddressError(e) ?? [],
        secretKeyError(e) ?? [],
        metricsError(e) ?? [],
        replicaError(e) ?? [],
        diskError(e) ?? [],
        brandError(e) ?? [],
        contractNoteError(e) ?? [],
      ].flat(),
    ),
  )

const liveErrors = (e: Variables, isGiven: (name: string) => boolean): string[] =>
  [
    ...brandLiveRules(e),
    ...walletLiveRules(e),
    ...serverLiveRules(e, isGiven),
    ...mailLiveRules(e, isRealAddress),
    ...marketLiveRules(e),
    ...contractNoteLiveRules(e),
    [isGiven('ADMIN_EMAIL'), 'ADMIN_EMAIL: the address of the first operator is needed in live mode'] as const,
    [!isGiven('DEMO_DATA') || e.DEMO_DATA === 'off', 'DEMO_DATA: cannot be on in live mode'] as const,
    [e.STEP_UP !== 'off', 'STEP_UP: cannot be off in live mode'] as const,
  ].flatMap(([isFulfilled, error]) => (isFulfilled ? [] : [error]))

/** No broker has it; with it the practice broker charges GST as a real one does. */
const practiceGstin = '27AAACS0000D1ZA'

const hasDemoData = (e: Variables): boolean => e.MODE === 'demo' && e.DEMO_DATA === 'on'

const settingsOf = (e: Variables) => ({
  ...serverSettings(e),
  limits: limitSettings(e, e.MODE),
  ...brandSettings(e),
  gstin: e.GSTIN ?? (hasDemoData(e) ? practiceGstin : undefined),
  ...contentSettings(e),
  ...walletSettings(e),
  ...payoutSettings(e),
  ...kycSettings(e),
  ...mailSettings(e, `${e.BRAND_NAME} <no-reply@${demoDomain}>`),
  feedUrl: e.FEED_URL,
  adminEmail: e.ADMIN_EMAIL?.toLowerCase(),
  adminPassword: e.ADMIN_PASSWORD,
  nomineeLimit: e.NOMINEE_LIMIT,
  /** Whether clients may request loans; those that exist stay. */
  lending: e.LENDING === undefined ? e.MODE === 'demo' : e.LENDING === 'on',
  ...approvalSettings(e),
  ...tradeChargeSettings(e),
  ...contractNoteSettings(e, e.MODE),
  ...queueSettings(e),
  ...digestSettings(e),
  /** Withdrawals, bank details and two-step login of clients need a fresh factor. */
  operatorFactor: e.OPERATOR_FACTOR,
  stepUp: (e.STEP_UP ?? (e.MODE === 'live' ? 'on' : 'off')) === 'on',
  demoData: hasDemoData(e),
})
