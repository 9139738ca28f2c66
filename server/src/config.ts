import * as z from 'zod/mini'
import {
  brandFault,
  brandLiveRules,
  brandSettings,
  brandVariables,
  demoDomain,
  isRealAddress,
} from './brand/brand.settings.ts'
import { mailLiveRules, mailSettings, mailVariables } from './mail/mail.settings.ts'
import { marketLiveRules, marketSettings, marketVariables } from './market/market.settings.ts'
import { onOff, readVariables, serverLiveRules, serverSettings, serverVariables } from './platform/settings.ts'
import { operatorFault, operatorSettings, operatorVariables } from './operator/operator.settings.ts'
import { nomineeSettings, nomineeVariables } from './setting/setting.settings.ts'
import { walletLiveRules, walletSettings, walletVariables } from './wallet/wallet.settings.ts'

const schema = z.object({
  ...serverVariables,
  ...brandVariables,
  ...walletVariables,
  ...mailVariables,
  ...marketVariables,
  ...operatorVariables,
  ...nomineeVariables,
  DEMO_DATA: z._default(onOff, 'on'),
})
type Variables = z.infer<typeof schema>

/** Every setting, read once from the environment (settled, section 10). */
export type Config = ReturnType<typeof settingsOf>

/** Throws a ConfigFault that names every fault. */
export const readConfig = (variables: Readonly<Record<string, string | undefined>>): Config =>
  settingsOf(
    readVariables(schema, variables, (e, isGiven) =>
      [e.MODE === 'live' ? liveFaults(e) : [], operatorFault(isGiven) ?? [], brandFault(e) ?? []].flat(),
    ),
  )

const liveFaults = (e: Variables): string[] =>
  [
    ...brandLiveRules(e),
    ...walletLiveRules(e),
    ...serverLiveRules(e),
    ...mailLiveRules(e, isRealAddress),
    ...marketLiveRules(e),
  ]
    .filter(([fulfilled]) => !fulfilled)
    .map(([, fault]) => fault)

const settingsOf = (e: Variables) => ({
  ...serverSettings(e),
  ...brandSettings(e),
  ...walletSettings(e),
  ...mailSettings(e, `${e.BRAND_NAME} <no-reply@${demoDomain}>`),
  ...marketSettings(e),
  ...operatorSettings(e),
  ...nomineeSettings(e),
  demoData: e.MODE === 'demo' && e.DEMO_DATA === 'on',
})
