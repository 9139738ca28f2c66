import type { Reply } from '@sauda/contract/platform/call'
import { digestCalls, type Figures } from '@sauda/contract/broker/digest'
import type { AppContext } from '../../app/app-context.ts'
import { tryLock } from '../../platform/advisory-lock.sql.ts'
import { addDays, dayInIndia, inIndia, dateText } from '../../platform/india.ts'
import { operatorRights } from '../../core/session/session.ts'
import { filesOf } from './digest.files.ts'
import { type DigestSources, sectionsOf } from './digest.sections.ts'
import { dueOperators, findDigest, markSent, saveDigest } from './digest.sql.ts'
import type { Config } from '../../config.ts'
import { buttonBlock, composeMail, formatTime, type Mail, type Recipient, rowsBlock } from '../../core/mail/mail.ts'

async function readDigest({ db, config }: AppContext, operatorId: string): Promise<Reply<typeof digestCalls.read>> {
  return { on: await findDigest(db, operatorId), at: config.digestAt }
}

/** The last day whose digest is due: yesterday from the time of sending on. */
export function dueDay(now: Date, at: string): string {
  const isTime = inIndia(now).slice(11, 16) >= at
  return addDays(dayInIndia(now), isTime ? -1 : -2)
}

type SwitchCommand = {
  readonly operator: { readonly id: string; readonly name: string }
  readonly on: boolean
  readonly ip: string
}

/** The first one is that of the next time of sending. */
const switchDigest = (context: AppContext, { operator, on, ip }: SwitchCommand): Promise<void> =>
  context.db.transaction(async (tx) => {
    const through = on ? dueDay(new Date(), context.config.digestAt) : null
    if ((await saveDigest(tx, operator.id, through)) === 0) return
    await context.audit(tx, {
      by: { operator, ip },
      action: 'operator.digest',
      subjectId: operator.id,
      before: { digest: !on },
      after: { digest: on },
    })
  })

/**
 * Sends the digest of the last day to the operators who switched it on (`digest.sql.ts`), each with the sections of their rights
 * (`digest.sections.ts`); the mail leaves only if the day is marked with it.
 */
export const sendDue = (context: AppContext, sources: DigestSources, now = new Date()): Promise<void> =>
  context.db.transaction(async (tx) => {
    if (!(await tryLock(tx, 'digest'))) return
    const day = dueDay(now, context.config.digestAt)
    const due = await dueOperators(tx, day)
    const read = new Map<string, Figures[]>()
    const mails = []
    for (const operator of due) {
      const rights = await operatorRights(context, operator.role, operator)
      const sections = read.get(rights.join()) ?? (await sectionsOf(sources, { rights, day, now }))
      read.set(rights.join(), sections)
      mails.push({
        id: operator.id,
        mail: rights.length > 0 && digestMail(context.config, operator, { day, now, sections }),
      })
    }
    // After all figures: the check of the books waits for transactions that have written.
    for (const { id, mail } of mails) if ((await markSent(tx, id, day)) > 0 && mail) await context.mail(tx, mail)
  })

const pollMilliseconds = 60_000

export function digestRoutes(context: AppContext, sources: DigestSources): void {
  const { mount, every } = context
  mount(digestCalls.read, ({ operator }) => readDigest(context, operator.id))
  mount(digestCalls.today, async ({ operator: { rights } }) => {
    const now = new Date()
    const day = dayInIndia(now)
    // Read often, so that it does not check the books each time.
    const known = { ...sources, isBalanced: async () => sources.wasBalanced() }
    const [figures, files] = await Promise.all([sectionsOf(known, { rights, day, now }), filesOf(sources, rights)])
    return { day, figures: [...figures, ...files] }
  })
  mount(digestCalls.save, async ({ operator, body, ip }) => {
    await switchDigest(context, { operator, on: body.on, ip })
    return readDigest(context, operator.id)
  })
  every(pollMilliseconds, 'daily digest', () => sendDue(context, sources))
}

type Content = { readonly day: string; readonly now: Date; readonly sections: readonly Figures[] }

function digestMail(
  { brandName, deskUrl }: Pick<Config, 'brandName' | 'deskUrl'>,
  operator: Recipient,
  { day, now, sections }: Content,
): Mail {
  return composeMail(operator, `Daily digest: ${dateText(day)}`, [
    `These are the figures that your role shows at the ${brandName} desk. What is pending, open or not signed off is as of ${formatTime(now)}.`,
    ...sections.map(({ title, path, rows }) =>
      rowsBlock(
        rows.map(({ label, value }) => [label, value]),
        title,
        `${deskUrl}/desk${path}`,
      ),
    ),
    buttonBlock('Open the desk', `${deskUrl}/desk`),
    'You get this e-mail because you switched it on under Your login. Switch it off there at any time.',
  ])
}
