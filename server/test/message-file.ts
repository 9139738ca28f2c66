import { decimalRupees } from '@sauda/contract/platform/money'
import { type Plan, writtenLines } from './statement-plan.ts'

/** The lines of a plan as OFX, camt.053 and MT940 files, which state the balance at both ends instead of after each line. */

const account = '60100012349876'
const rupees = (paise: number): string => decimalRupees(BigInt(Math.abs(paise)))
const escaped = (text: string): string => text.replaceAll('&', '&amp;')

/** `skipped`: the line that is left out of the file, whose balances stay. */
export function messageFiles(plan: Plan, skipped?: number): Record<'ofx' | 'camt' | 'mt940', string> {
  const lines = writtenLines(plan).map((line) => ({ ...line, paise: line.isCredit ? line.paise : -line.paise }))
  const closing = lines.at(-1)?.balance ?? plan.opening
  const kept = lines.filter((_, at) => at !== skipped)
  const ordered = plan.isNewestFirst ? kept.toReversed() : kept
  const last = lines.at(-1)?.day ?? ''
  const swift = (day: string) => day.slice(2).replaceAll('-', '')
  const comma = (paise: number) => rupees(paise).replace('.', ',')
  const mt940Balance = (tag: string, paise: number) =>
    `:${tag}:${paise < 0 ? 'D' : 'C'}${swift(tag === '60F' ? '2025-10-01' : last)}INR${comma(paise)}`
  const camtBalance = (code: string, paise: number, day: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="INR">${rupees(paise)}</Amt><CdtDbtInd>${paise < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`
  return {
    mt940: [
      ':20:STATEMENT',
      `:25:${account}`,
      ':28C:1/1',
      mt940Balance('60F', plan.opening),
      ...kept.flatMap(({ day, paise, text }) => [
        `:61:${swift(day)}${swift(day).slice(2)}${paise < 0 ? 'D' : 'C'}${comma(paise)}NTRFNONREF`,
        `:86:${text.replace(/.{65}(?=.)/g, '$&\r\n')}`,
      ]),
      mt940Balance('62F', closing),
    ].join('\r\n'),
    ofx: [
      'OFXHEADER:100\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>INR',
      `<BANKACCTFROM><ACCTID>${account}</BANKACCTFROM><BANKTRANLIST>`,
      ...ordered.map(
        ({ day, paise, text }, at) =>
          `<STMTTRN><TRNTYPE>${paise < 0 ? 'DEBIT' : 'CREDIT'}<DTPOSTED>${day.replaceAll('-', '')}<TRNAMT>${paise < 0 ? '-' : ''}${rupees(paise)}<FITID>${at}\n<MEMO>${text}\n</STMTTRN>`,
      ),
      '</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>',
    ].join('\n'),
    camt: [
      `<?xml version="1.0"?>\n<Document><BkToCstmrStmt><Stmt><Acct><Id><Othr><Id>${account}</Id></Othr></Id><Ccy>INR</Ccy></Acct>`,
      camtBalance('OPBD', plan.opening, '2025-10-01'),
      camtBalance('CLBD', closing, last),
      ...ordered.map(
        ({ day, paise, text }) =>
          `<Ntry><Amt Ccy="INR">${rupees(paise)}</Amt><CdtDbtInd>${paise < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${day}</Dt></BookgDt><AddtlNtryInf>${escaped(text)}</AddtlNtryInf></Ntry>`,
      ),
      '</Stmt></BkToCstmrStmt></Document>',
    ].join('\n'),
  }
}
