import type { Reply } from '@sauda/contract/platform/call'
import { AppError, commonErrors } from '@sauda/contract/platform/error'
import { viewCalls, viewErrors, viewRules, viewTokenPrefix } from '@sauda/contract/client/view'
import type { AppContext } from '../../app/app-context.ts'
import { requireRow } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import type { RequestInput } from '../../platform/mount.ts'
import { randomToken, sha256 } from '../../platform/secret.ts'
import { hashOfToken } from '../../core/session/session.ts'
import { deleteView, endSurplus, exchangeCode, findClient, insertView, lockSession } from './view.sql.ts'

/** Has another form than the hash of any token, so that a code is no token. */
const hashOfCode = (code: string): Buffer => sha256(`view code ${code}`)

/** The code is in the fragment of the link, which browsers send to no server. */
const startView = (
  { db, config, audit, notifyScreens }: AppContext,
  { operator, params: { clientId }, body: { reason }, ip }: RequestInput<typeof viewCalls.start>,
): Promise<Reply<typeof viewCalls.start>> =>
  db.transaction(async (tx) => {
    if (!operator.rights.includes('client.read')) throw new AppError(commonErrors.noRight)
    const { data_key: key } = await requireRow(findClient(tx, clientId))
    if (key?.length === 0) throw new AppError(viewErrors.erased)
    if (!(await lockSession(tx, operator.sessionId))) throw new AppError(commonErrors.notSignedIn)
    await endSurplus(tx, operator.sessionId, viewRules.perSession - 1)
    const [id, code] = [newId(), randomToken()]
    const session = { clientId, sessionId: operator.sessionId }
    await insertView(tx, { id, ...session, codeHash: hashOfCode(code), seconds: viewRules.codeSeconds })
    const after = { reason, viewId: id, minutes: viewRules.minutes }
    await audit(tx, { by: { operator, ip }, action: 'client.view', subjectId: clientId, after })
    await notifyScreens(tx, 'desk', 'client', clientId)
    return { link: `${config.deskHost === undefined ? '' : config.publicUrl}/view-as-client#${code}` }
  })

async function openView({ db }: AppContext, code: string): Promise<Reply<typeof viewCalls.open>> {
  const token = `${viewTokenPrefix}${randomToken()}`
  const view = await exchangeCode(db, hashOfCode(code), hashOfToken(token), viewRules.minutes)
  if (!view) throw new AppError(viewErrors.linkOver)
  return { token, ...view }
}

/** The same answer for an unknown token; the database audits the end. */
const endView = ({ db, notifyScreens }: AppContext, token: string): Promise<void> =>
  db.transaction(async (tx) => {
    const clientId = await deleteView(tx, hashOfToken(token))
    if (clientId !== undefined) await notifyScreens(tx, 'desk', 'client', clientId)
  })

export function viewRoutes(context: AppContext): void {
  const { mount } = context

  mount(viewCalls.start, (given) => startView(context, given))
  mount(viewCalls.open, ({ body }) => openView(context, body.code))
  mount(viewCalls.end, async ({ body }) => {
    await endView(context, body.token)
    return { message: 'The view has ended' }
  })
}
