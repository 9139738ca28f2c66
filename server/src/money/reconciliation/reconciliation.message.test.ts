import { statementFileErrors } from '@sauda/contract/money/statement-file'
import { reconciliationErrors } from '@sauda/contract/money/reconciliation'
import { expect, test } from 'vitest'
import { readBytes } from '../../../test/statement-file.ts'
import { excelFile } from '../../../test/workbook.ts'

const mt940 = (...fields: string[]) =>
  ['{1:F01UTIBINBBAXXX0000000000}{2:O940}{4:', ':20:S1', ':25:UTIBINBB/60100012349876', ...fields, '-}'].join('\r\n')
const opening = ':60F:C251230INR900,00'
const mira = [
  ':61:2512311231C250,75NTRFN365250000000007//AX77',
  ':86:NEFT CR-ICIC0000104-MIRA RAO-KITE BROKING PRIVATE LIMITED-N3652500',
  '00000007',
]

const ofx = (entries: string, currency = 'INR') =>
  `OFXHEADER:100\nDATA:OFXSGML\n\n<OFX>\n<BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>${currency}\n<BANKACCTFROM><ACCTID>60100012349876</BANKACCTFROM>\n<BANKTRANLIST><DTSTART>20251001<DTEND>20251005\n${entries}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
const bought = (fields: string) => `<STMTTRN><FITID>7${fields}</STMTTRN>\n`

const camtBalance = (code: string, amount: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="INR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2025-10-01</Dt></Dt></Bal>`
const camt = (entries: string, closing = '1150.75') =>
  `<?xml version="1.0"?>\n<ns:Document xmlns:ns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><ns:BkToCstmrStmt><ns:Stmt>
<ns:Acct><ns:Id><ns:Othr><ns:Id>60100012349876</ns:Id></ns:Othr></ns:Id></ns:Acct>\n${(camtBalance('OPBD', '900.00') + camtBalance('CLBD', closing) + entries).replace(/<(?=\w)/g, '<ns:').replace(/<\//g, '</ns:')}\n</ns:Stmt></ns:BkToCstmrStmt></ns:Document>`
const entry = (amount: string, mark: string, more: string, status = 'BOOK') =>
  `\n<Ntry><Amt Ccy="INR">${amount}</Amt><CdtDbtInd>${mark}</CdtDbtInd><Sts><Cd>${status}</Cd></Sts>${more}</Ntry>`
const booked = '<BookgDt><DtTm>2025-09-30T20:00:00Z</DtTm></BookgDt>'

const shown = async (file: string) => {
  const { entries, ...statement } = await readBytes(file)
  return {
    ...statement,
    entries: entries.map(({ bookedOn, direction, amount, balance, text, reference }) => [
      bookedOn,
      direction === 'credit' ? amount : -amount,
      balance,
      text,
      reference,
    ]),
  }
}

test('an MT940 statement is read with its account, period, balances and references, and a new year between its days', async () => {
  const reversal = [':61:2512310101RC50,NMSCNONREF', 'RETURNED', ':86:CHEQUE RETURN']
  const expected = [':61:251231D17,7NCHGNONREF', ':86:SMS CHARGES']
  expect(
    await shown(mt940(':28C:1/1', opening, ...mira, ...expected, ...reversal, ':62F:C260101INR1083,05')),
  ).toMatchObject({
    accounts: ['60100012349876'],
    firstOn: '2025-12-31',
    lastOn: '2026-01-01',
    withoutAmount: 2,
    warnings: [],
    entries: [
      [
        '2025-12-31',
        25075n,
        115_075n,
        'NEFT CR-ICIC0000104-MIRA RAO-KITE BROKING PRIVATE LIMITED-N365250000000007',
        'N365250000000007',
      ],
      ['2025-12-31', -1770n, 113_305n, 'SMS CHARGES', undefined],
      ['2026-01-01', -5000n, 108_305n, 'CHEQUE RETURN RETURNED', undefined],
    ],
  })
})

test('an OFX statement is read with the signs of its amounts and the day in India; its own number is no reference', async () => {
  const file = ofx(
    bought(
      '<TRNTYPE>CREDIT<DTPOSTED>20251001190000[0:GMT]<TRNAMT>250.75<REFNUM>N365250000000007<NAME>MIRA & CO<MEMO>',
    ) +
      bought('<TRNTYPE>FEE<DTPOSTED>20251003<TRNAMT>-17.7<MEMO>SMS CHARGES') +
      bought('<TRNTYPE>HOLD<DTPOSTED>20251003<TRNAMT>-9<MEMO>CARD'),
  )
  expect(await shown(file)).toMatchObject({
    accounts: ['60100012349876'],
    firstOn: '2025-10-01',
    lastOn: '2025-10-05',
    unused: ['Entry identifier'],
    warnings: [expect.stringContaining('no running balance'), expect.stringContaining('1 row was left out')],
    entries: [
      ['2025-10-02', 25075n, undefined, 'MIRA & CO', 'N365250000000007'],
      ['2025-10-03', -1770n, undefined, 'SMS CHARGES', undefined],
    ],
  })
})

test('a camt.053 statement is read; pending entries are counted, and a payer’s own text names no other payer', async () => {
  const details =
    '<NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId><TxId>N365250000000007</TxId></Refs><RltdPties><Dbtr><Pty><Nm>MIRA &amp; CO</Nm></Pty></Dbtr></RltdPties><RmtInf><Ustrd>UPI/CR/527412345678/ASHA RAO/HDFC</Ustrd></RmtInf></TxDtls></NtryDtls>'
  const file = camt(entry('250.75', 'CRDT', booked + details) + entry('9.00', 'DBIT', '', 'PDNG'))
  expect(await shown(file)).toMatchObject({
    accounts: ['60100012349876'],
    firstOn: '2025-10-01',
    warnings: [expect.stringContaining('1 row was left out')],
    entries: [['2025-10-01', 25075n, 115_075n, 'MIRA & CO UPI CR 5274 1234 5678 ASHA RAO HDFC', 'N365250000000007']],
  })
})

test.each([
  [
    'an MT940 of two accounts',
    mt940(opening, ':62F:C251231INR900,00') + mt940(opening, ':62F:C251231INR900,00').replace('9876', '9999'),
    /^Line 7: .* ending in 9999/,
  ],
  [
    'an MT940 whose next message is missing',
    mt940(opening, ':62F:C251231INR900,00') + `\r\n${mt940(':60F:C251231INR950,00', ':62F:C251231INR950,00')}`,
    /^Line 10: the opening balance does not follow/,
  ],
  ['an MT940 that lacks an entry', mt940(opening, ...mira, ':62F:C251231INR1160,75'), /^Line 8: the closing balance/],
  ['an MT940 in dollars', mt940(':60F:C251230USD900,00', ':62F:C251230USD900,00'), /^Line 2: .* in USD/],
  [
    'an MT940 with an amount grouped by commas',
    mt940(opening, ':61:251231C1,000,00NTRFX', ':62F:C251231INR1900,00'),
    /^Line 5: the entry :61: .* cannot be read/,
  ],
  ['an MT940 with an unknown field', mt940(opening, ':99:X', ':62F:C251231INR900,00'), /^Line 5: the field :99:/],
  [
    'an OFX amount whose type contradicts its sign',
    ofx(bought('<TRNTYPE>DEBIT<DTPOSTED>20251001<TRNAMT>50.00')),
    /^Line 8: 50.00|^Line 8: \+50.00 has a sign/,
  ],
  [
    'an OFX amount with a comma',
    ofx(bought('<TRNTYPE>CREDIT<DTPOSTED>20251001<TRNAMT>1,000')),
    /^Line 8: its amount “1,000”/,
  ],
  ['an OFX statement in dollars', ofx('', 'USD'), /^Line 5: .* in USD/],
  [
    'an OFX statement of a credit card',
    '<OFX><CREDITCARDMSGSRSV1></CREDITCARDMSGSRSV1></OFX>',
    /^Line 1: .*credit card/,
  ],
  ['a camt.053 without a direction', camt(entry('1.00', '', booked)), /^Line 5: nothing says/],
  ['a camt.053 with an unknown status', camt(entry('1.00', 'CRDT', booked, 'MAYBE')), /^Line 5: its status “MAYBE”/],
  [
    'a camt.053 in dollars',
    camt(entry('1.00', 'CRDT', booked)).replace('Ccy="INR">1.00', 'Ccy="USD">1.00'),
    /^Line 5: its amount is in USD/,
  ],
  ['a camt.053 that is cut', camt(entry('1.00', 'CRDT', booked)).slice(0, -20), /^Line \d+: this is not XML/],
  [
    'a camt.053 with entities',
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bbbb">]><Document>&b;</Document>',
    statementFileErrors.entities.message,
  ],
  ['a camt.052', '<Document><BkToCstmrAcctRpt></BkToCstmrAcctRpt></Document>', statementFileErrors.otherCamt.message],
])('%s is refused with its line and the reason', async (_what, file, reason) => {
  await expect(readBytes(file)).rejects.toThrow(reason)
})

test('the sheet of a workbook that names the columns is read, and each other sheet can be chosen', async () => {
  const header = ['Date', 'Narration', 'Withdrawal', 'Deposit']
  const file = await excelFile([['Account summary'], ['Opened', '2019']], 'xlsx', {
    October: [header, ['01/10/2025', 'RENT', 50, '']],
    Old: [header, ['01/09/2025', 'RENT', 40, '']],
    Empty: [],
  })
  const sheets = ['Sheet1', 'October', 'Old']
  expect(await readBytes(file)).toMatchObject({ sheet: 'October', sheets, debits: 50 })
  const old = await readBytes(file, 'Old')
  expect(old).toMatchObject({ sheet: 'Old', sheets, debits: 40 })
  expect(old.sha256).not.toBe((await readBytes(file, 'October')).sha256)
  await expect(readBytes(file, 'Sheet1')).rejects.toThrow(reconciliationErrors.noHeader.message)
  await expect(readBytes(file, 'None')).rejects.toThrow(statementFileErrors.noSheet.message)
})

test('an Excel file of 2003, which is XML, is read as a workbook', async () => {
  const cell = (value: string) => `<Cell><Data ss:Type="String">${value}</Data></Cell>`
  const row = (...cells: string[]) => `<Row>${cells.map(cell).join('')}</Row>`
  const file = `<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="A"><Table>${row('Date', 'Narration', 'Withdrawal', 'Deposit')}${row('01/10/2025', 'RENT', '50.00', '')}</Table></Worksheet></Workbook>`
  expect(await readBytes(file)).toMatchObject({ lines: 1, debits: 50 })
})
