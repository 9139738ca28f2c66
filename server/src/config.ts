import { settingRules } from '@sauda/contract/setting'
import * as z from 'zod/mini'
import { approvalSettings, approvalVariables } from './approval/approval.settings.ts'
import {
  brandError,
  brandLiveRules,
  brandSettings,
  brandVariables,
  demoDomain,
  isRealAddress,
} from './brand/brand.settings.ts'
import { mailLiveRules, mailSettings, mailVariables } from './mail/mail.settings.ts'
import { marketLiveRules, marketVariables } from './market/market.settings.ts'
import {
  onOff,
  readVariables,
  serverLiveRules,
  serverSettings,
  serverVariables,
  wholeNumber,
} from './platform/settings.ts'
import { walletLiveRules, walletSettings, walletVariables } from './wallet/wallet.settings.ts'

const { mostNominees } = settingRules

const schema = z.object({
  ...serverVariables,
  ...brandVariables,
  ...walletVariables,
  ...mailVariables,
  ...marketVariables,
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
  STEP_UP: z.optional(onOff),
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
        e.MODE === 'live' ? liveErrors(e) : [],
        isGiven('ADMIN_EMAIL') === isGiven('ADMIN_PASSWORD')
          ? []
          : 'ADMIN_EMAIL and ADMIN_PASSWORD: set both or neither',
        brandError(e) ?? [],
      ].flat(),
    ),
  )

const liveErrors = (e: Variables): string[] =>
  [
    ...brandLiveRules(e),
    ...walletLiveRules(e),
    ...serverLiveRules(e),
    ...mailLiveRules(e, isRealAddress),
    ...marketLiveRules(e),
    [e.STEP_UP !== 'off', 'STEP_UP: cannot be off in live mode'] as const,
  ].flatMap(([isFulfilled, error]) => (isFulfilled ? [] : [error]))

const settingsOf = (e: Variables) => ({
  ...serverSettings(e),
  ...brandSettings(e),
  ...walletSettings(e),
  ...mailSettings(e, `${e.BRAND_NAME} <no-reply@${demoDomain}>`),
  feedUrl: e.FEED_URL,
  adminEmail: e.ADMIN_EMAIL?.toLowerCase(),
  adminPassword: e.ADMIN_PASSWORD,
  nomineeLimit: e.NOMINEE_LIMIT,
  ...approvalSettings(e),
  /** Withdrawals, bank details and two-step login of clients ask for a fresh factor. */
  stepUp: (e.STEP_UP ?? (e.MODE === 'live' ? 'on' : 'off')) === 'on',
  demoData: e.MODE === 'demo' && e.DEMO_DATA === 'on',
})
