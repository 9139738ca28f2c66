import { type ClientTextFault, clientTextErrors } from '@sauda/contract/platform/client-text'
import type { SecurityReading } from '@sauda/contract/trading/security'
import { clientTextFault } from '../../core/mail/text-rules.ts'
import type { MasterFile } from './security.read.ts'

type Checked = { readonly content: MasterFile; readonly rejected: SecurityReading['rejected'] }

/**
 * Clients read names and symbols of securities. A name that they may not read is left empty, so that the former one stays; a row
 * with such a symbol is left out. Both are reported.
 */
export function withSafeTexts(content: MasterFile, config: { readonly publicUrl: string }): Checked {
  const rejected: Checked['rejected'] = []
  const isSafe = (text: string, what: string, of: { readonly isin?: string; readonly symbol: string }): boolean => {
    const fault: ClientTextFault | undefined = clientTextFault(text, config)
    if (fault) rejected.push({ isin: of.isin, symbol: of.symbol, text, reason: clientTextErrors[fault](what).message })
    return fault === undefined
  }
  if (content.kind === 'symbols') {
    const changes = content.changes.filter(
      ({ from, to }) =>
        isSafe(from, 'The old symbol', { symbol: from }) && isSafe(to, 'The new symbol', { symbol: from }),
    )
    return { content: { ...content, changes }, rejected }
  }
  const securities = content.securities
    .filter(({ isin, symbol }) => isSafe(symbol, 'The symbol', { isin, symbol }))
    .map((row) => ({ ...row, name: isSafe(row.name, 'The name', row) ? row.name : '' }))
  return { content: { ...content, securities }, rejected }
}
