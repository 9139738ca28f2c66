import { type Confirmation, confirmationErrors, confirmationRules } from '@sauda/contract/core/confirmation'
import { AppError, type ErrorDefinition } from '@sauda/contract/platform/error'
import type { PasskeyResponse } from '@sauda/contract/core/session'
import type { AppContext } from '../../app/app-context.ts'
import { codeBlock, composeMail, notYouLine, recipientOf, secretLine } from '../mail/mail.ts'
import type { Tx } from '../../platform/db.ts'
import { randomCode, sameBytes } from '../../platform/secret.ts'
import type { ChallengePurpose } from './passkey.ts'
import { type ChallengeAction, countTry, spendChallenge, storeChallenge } from './session.sql.ts'
import { attempt, forgetAttempts, spend } from './throttle.ts'

type ConfirmationInput = {
  readonly client: { readonly id: string; readonly name: string }
  readonly action: ChallengeAction
  readonly confirmation: Confirmation
  readonly ip: string
}

type Details = {
  /** As in "to confirm …". */
  readonly what: string
  /** A code for other values does not confirm these. */
  readonly values: readonly string[]
}

/** Throws unless the client has confirmed exactly these details. Called last, so that nobody confirms what fails anyway. */
export type Confirm = (tx: Tx, details: Details) => Promise<void>

/** `need` keeps the response out of the stored ones, so that the same request succeeds with the code. */
class NotConfirmed extends AppError {
  readonly reason: 'missing' | 'over' | 'wrong'
  readonly details: Details

  constructor(reason: NotConfirmed['reason'], error: ErrorDefinition, details: Details) {
    super(error, { need: 'confirm' })
    this.reason = reason
    this.details = details
  }
}

const { minutes, tries, resendSeconds, mailsPerHour } = confirmationRules

const throttleKey = (clientId: string) => `confirm:${clientId}`

/**
 * Runs a command that with `STEP_UP=on` needs a fresh factor (settled, section 12). Without a confirmation the command
 * is rolled back, a challenge is stored and its code mailed.
 */
export async function withConfirmation<Result>(
  context: AppContext,
  input: ConfirmationInput,
  command: (confirm: Confirm) => Promise<Result>,
): Promise<Result> {
  if (!context.config.stepUp) return command(async () => undefined)
  const { client, action, ip } = input
  // Outside the transaction of the command, because a wrong code must count.
  const mayTry = await startTry(context, input)
  try {
    return await command((tx, details) => requireConfirmed(context, tx, { ...input, mayTry, details }))
  } catch (error) {
    if (!(error instanceof NotConfirmed)) throw error
    if (error.reason === 'missing') throw await createChallenge(context, input, error.details)
    if (error.reason === 'wrong') {
      const entry = { action: 'auth.confirm.refused', subjectId: client.id, after: { confirming: action } }
      await context.db.transaction((tx) => context.audit(tx, { by: { client, ip }, ...entry }))
    }
    throw error
  }
}

/** Whether there is a challenge to try; the throttle counts only then, so that repeated requests are not attempts. */
async function startTry(context: AppContext, { client, action, confirmation }: ConfirmationInput) {
  if (confirmation === undefined) return false
  if ((await countTry(context.db, { clientId: client.id, action }, tries)) === 0) return false
  if (context.config.rateLimits) await attempt(context.db, throttleKey(client.id), confirmationErrors.slowDown)
  return true
}

type Try = ConfirmationInput & { readonly mayTry: boolean; readonly details: Details }

async function requireConfirmed(context: AppContext, tx: Tx, given: Try): Promise<void> {
  const { client, action, confirmation, mayTry, details } = given
  if (confirmation === undefined) throw new NotConfirmed('missing', confirmationErrors.over, details)
  const hash = detailsHash(context, given, details)
  const challenge = mayTry ? await spendChallenge(tx, { clientId: client.id, action }, hash) : undefined
  if (!challenge) throw new NotConfirmed('over', confirmationErrors.over, details)
  if (typeof confirmation === 'object') await requirePasskey(context, tx, given, confirmation)
  else {
    const isCorrect =
      challenge.code_hash === null
        ? (await context.twoStep.check(tx, client.id, confirmation)) === 'correct'
        : sameBytes(challenge.code_hash, codeHash(context, given, confirmation))
    if (!isCorrect) throw new NotConfirmed('wrong', confirmationErrors.wrong, details)
  }
  await forgetAttempts(tx, throttleKey(client.id))
}

async function requirePasskey({ passkeys }: AppContext, tx: Tx, given: Try, response: PasskeyResponse) {
  try {
    const passkey = await passkeys.check(tx, 'auth', passkeyPurpose(given, given.details), response)
    if (passkey.owner_id === given.client.id) return await passkeys.use(tx, passkey)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
  throw new NotConfirmed('wrong', confirmationErrors.passkeyRejected, given.details)
}

/** Stores what is to be confirmed and mails a code, if the client has no other factor; returns the response. */
function createChallenge(context: AppContext, input: ConfirmationInput, details: Details): Promise<AppError> {
  const { client, action } = input
  return context.db.transaction(async (tx) => {
    const factor = await context.twoStep.strongest(tx, client.id)
    const code = factor === null ? randomCode() : undefined
    const isNew = await storeChallenge(tx, {
      clientId: client.id,
      action,
      details: detailsHash(context, input, details),
      codeHash: code === undefined ? null : codeHash(context, input, code),
      minutes,
      pauseSeconds: resendSeconds,
      mostTries: tries,
    })
    if (isNew > 0 && code !== undefined) await mailCode(context, tx, client.id, details.what, code)
    if (factor !== 'passkey')
      return factor === 'totp'
        ? new AppError(confirmationErrors.fromApp(details.what), { need: 'confirm', from: 'totp' })
        : new AppError(confirmationErrors.fromMail(details.what), { need: 'confirm' })
    const passkey = await context.passkeys.startUsing(tx, 'auth', passkeyPurpose(input, details), client.id)
    return new AppError(confirmationErrors.fromPasskey(details.what), { need: 'confirm', from: 'passkey', passkey })
  })
}

async function mailCode({ config, mail }: AppContext, tx: Tx, clientId: string, what: string, code: string) {
  const budget = { most: mailsPerHour, seconds: 3600 }
  if (config.rateLimits) await spend(tx, `confirm-mail:${clientId}`, budget, confirmationErrors.tooManyMails)
  const recipient = await recipientOf(tx, clientId)
  await mail(
    tx,
    composeMail(recipient, `Confirm ${what}`, [
      `Your code to confirm ${what}:`,
      codeBlock(code),
      `The code confirms nothing else. ${secretLine(config.brandName, minutes)}`,
      `If you did not request this, do not share the code: without it, nothing happens.\n${notYouLine(config)}`,
    ]),
  )
}

type HashInput = Pick<ConfirmationInput, 'client' | 'action'>

const passkeyPurpose = ({ client, action }: HashInput, { values }: Details): ChallengePurpose => [
  'confirm',
  client.id,
  action,
  ...values,
]

const detailsHash = ({ secret }: AppContext, { client, action }: HashInput, { values }: Details): Buffer =>
  secret.hmac('lookup', 'challenge', client.id, action, ...values)

const codeHash = ({ secret }: AppContext, { client, action }: HashInput, code: string): Buffer =>
  secret.hmac('code', 'challenge', client.id, action, code)
