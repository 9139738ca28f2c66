import { AppError } from '@sauda/contract/platform/error'
import {
  codeMeanings,
  type ExchangeCode,
  exchangeFileCalls,
  exchangeFileErrors,
} from '@sauda/contract/trading/exchange-file'
import type { AppContext } from '../../app/app-context.ts'
import { changeOrPropose, type ProposalHandlers, secondOf } from '../../core/approval/proposal.ts'
import { type ByOperator, recordByOperator } from '../../core/audit/audit.ts'
import type { Tx } from '../../platform/db.ts'
import type { RequestInput } from '../../platform/mount.ts'
import { readCodes, saveCode } from './exchange-file.book.sql.ts'

/** From the second administrator on, one of them must approve it. */
export async function setCode(
  context: AppContext,
  tx: Tx,
  { operator, ip, body }: RequestInput<typeof exchangeFileCalls.setCode>,
) {
  if (body.meaning !== '' && !Object.hasOwn(codeMeanings[body.column], body.meaning))
    throw new AppError(exchangeFileErrors.ownCode)
  const summary = `${body.meaning === '' ? 'Remove' : 'Set'} the code ${body.code} in ${body.column} of ${body.exchange}: ${body.meaning}`
  const change = { kind: 'exchange-code.change' as const, payload: body, summary, operator, ip }
  const result = await changeOrPropose(context, tx, change, () => changeCode(context, tx, body, { operator, ip }))
  return { message: 'done' in result ? 'Code saved' : 'Approval requested', ...secondOf(result) }
}

async function changeCode(context: AppContext, tx: Tx, code: ExchangeCode, by: ByOperator): Promise<void> {
  if ((await saveCode(tx, code)) === 0) throw new AppError(exchangeFileErrors.unchanged)
  await recordByOperator(context, tx, by, { action: 'exchange-code.change', after: code, topic: 'trade' })
}

export const exchangeCodeProposals = (context: AppContext): ProposalHandlers<'exchange-code.change'> => ({
  'exchange-code.change': {
    carryOut: (tx, payload, by) => changeCode(context, tx, exchangeFileCalls.setCode.body.parse(payload), by),
    describe: async (tx, { exchange, column, code }) => {
      const isSame = (each: ExchangeCode) => each.exchange === exchange && each.column === column && each.code === code
      const text = (await readCodes(tx)).find(isSame)?.meaning ?? 'unknown, so that a file with it is rejected'
      const facts = [{ label: 'Meaning', value: { text } }]
      return { evidence: [{ type: 'facts', id: `until now ${text}`, title: 'Until now', facts }] }
    },
  },
})
