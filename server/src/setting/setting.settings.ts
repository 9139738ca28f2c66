import { settingRules } from '@sauda/contract/setting'
import * as z from 'zod/mini'
import { wholeNumber } from '../platform/settings.ts'

const { mostNominees } = settingRules

export const nomineeVariables = {
  NOMINEE_LIMIT: z._default(wholeNumber(`must be a number of nominees from 1 to ${mostNominees}`, 1, mostNominees), 3),
}
const schema = z.object(nomineeVariables)

export const nomineeSettings = (e: z.infer<typeof schema>) => ({ nomineeLimit: e.NOMINEE_LIMIT })
