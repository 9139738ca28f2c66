import { setTimeout as sleep } from 'node:timers/promises'
import { authErrors } from '@sauda/contract/client/auth'
import { clientImportErrors } from '@sauda/contract/client/client-import'
import { clientTextErrors } from '@sauda/contract/platform/client-text'
import { expect, test } from 'vitest'
import { clientCells, type ImportCells, importText, positionCells } from '../../../test/client-import.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { statementForm } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { db, call, mailTo } = server
const kiran = await establishedOperator(server, 'cashier', 'Kiran')
const omar = await establishedOperator(server, 'cashier', 'Omar')

const send = (path: string, text: string | Buffer, headers: Record<string, string> = {}) =>
  call('POST', `/desk/client-imports${path}`, { token: kiran.token, body: statementForm(text, 'clients.csv'), headers })
const preview = (lines: readonly ImportCells[]) => send('/preview', importText(lines))
const request = (lines: readonly ImportCells[]) => send('', importText(lines))
const decide = (proposalId: string, verb: 'approve' | 'reject' = 'approve', by = omar) =>
  call('POST', `/desk/proposals/${proposalId}/${verb}`, { token: by.token })
async function imported(lines: readonly ImportCells[]): Promise<void> {
  const { status, body } = await request(lines)
  expect([status, body.message]).toEqual([200, undefined])
  expect((await decide(body.proposalId)).status).toBe(200)
}
const count = async (table: string) =>
  (await db.row<{ count: number }>(`select count(*)::int as count from ${table}`))?.count
const counts = async () =>
  Promise.all(['client', 'trade', 'journal', 'bank_details', 'kyc_identity', 'mail'].map(count))
const clientOf = async (cells: ImportCells) =>
  (await call('GET', `/desk/clients?search=${cells.email}`, { token: kiran.token })).body.clients[0]
const books = async () => (await call('GET', '/desk/books', { token: kiran.token })).body
const problems = async (lines: readonly ImportCells[]) =>
  (await preview(lines)).body.lines.map(({ problems: own }: { problems: string[] }) => own)

test('imports 200 clients with balances, positions and bank details in one go, with two operators and balanced books', async () => {
  const clients = Array.from({ length: 200 }, () => clientCells())
  const lines = clients.flatMap((client) => [
    client,
    positionCells(client),
    positionCells(client, { unit_cost: '3333.3333', quantity: '3' }),
  ])
  const before = await counts()
  const dry = await preview(lines)
  expect(dry.status).toBe(200)
  expect(dry.body).toMatchObject({
    fileName: 'clients.csv',
    counts: { new: 600, imported: 0, wrong: 0 },
    totals: { clients: 200, positions: 400, bankDetails: 200, balance: 300_100, cost: 200 * 40_000 },
  })
  expect(dry.body.lines[0]).toMatchObject({ line: 2, record: 'client', status: 'new', amount: 1500.5, problems: [] })
  expect(dry.body.lines[0].pan).toMatch(/^AAA|••••/)
  const requested = await request(lines)
  expect(requested.body).toMatchObject({ status: 'pending', waitsForSecond: true, totals: { clients: 200 } })
  expect(await counts()).toEqual(before)
  expect((await request(lines)).body).toEqual(clientImportErrors.pending)
  expect((await decide(requested.body.proposalId, 'approve', kiran)).status).toBe(409)
  const proposal = await call('GET', `/desk/proposals/${requested.body.proposalId}`, { token: omar.token })
  expect(JSON.stringify(proposal.body.evidence)).toContain(`/clients/import/${requested.body._id}`)
  expect((await call('GET', `/desk/client-imports/${requested.body._id}`, { token: omar.token })).body.counts.new).toBe(
    600,
  )
  const { balanced, accounts: old } = await books()
  expect(balanced).toBe(true)
  expect((await decide(requested.body.proposalId)).status).toBe(200)
  const { accounts, differences } = await books()
  expect(differences).toEqual([])
  const balanceOf = (all: { account: string; balance: number }[], name: string) =>
    all.find(({ account }) => account === name)?.balance ?? 0
  expect(balanceOf(accounts, 'opening') - balanceOf(old, 'opening')).toBe(-300_100)
  expect(balanceOf(accounts, 'securities') - balanceOf(old, 'securities')).toBe(-8_000_000)
  expect(balanceOf(accounts, 'invested') - balanceOf(old, 'invested')).toBe(8_000_000)
  expect(await db.rows(`select status, content from client_import where id = $1`, [requested.body._id])).toEqual([
    { status: 'imported', content: null },
  ])
  const client = await clientOf(clients[7] ?? {})
  const page = (await call('GET', `/desk/clients/${client._id}`, { token: kiran.token })).body
  expect(page).toMatchObject({
    isDocsVerified: 'VERIFIED',
    wallet: { balance: 1500.5, investedAmount: 40_000 },
    bankDetails: { accountNumber: `••••${clients[7]?.account_number?.slice(-4)}`, ifsc: 'HDFC0001234' },
  })
  expect(page.trades).toHaveLength(2)
})

test('importing the same lines again changes nothing, also in another order, format or file', async () => {
  const [asha, ravi] = [clientCells(), clientCells({ kyc_date: '', account_holder: '', account_number: '', ifsc: '' })]
  const lines = [asha, positionCells(asha), ravi]
  await imported(lines)
  const before = await counts()
  expect((await request(lines)).body).toEqual(clientImportErrors.nothingNew)
  const text = importText([ravi, positionCells(asha, { purchase_date: '01/06/2023' }), { ...asha, balance: '1,500.5' }])
  expect((await send('/preview', text.replaceAll(',', ';').replace('"1;500.5"', '"1,500.5"'))).body.counts).toEqual({
    new: 0,
    imported: 3,
    wrong: 0,
  })
  const next = clientCells()
  expect((await preview([...lines, next])).body.counts).toEqual({ new: 1, imported: 3, wrong: 0 })
  expect(await problems([{ ...asha, balance: '9' }, positionCells(asha)])).toEqual([
    [
      expect.stringMatching(/^This PAN belongs to SD\d+, who was imported with other details or positions$/),
      expect.stringMatching(/^This e-mail address belongs to SD/),
      expect.stringMatching(/^This mobile number belongs to SD/),
    ],
    [],
  ])
  expect(await counts()).toEqual(before)
})

test('every problem is named by line, and a file with one imports nothing', async () => {
  const known = await server.newClient()
  const [one, two] = [clientCells(), clientCells()]
  const before = await counts()
  const lines: ImportCells[] = [
    one,
    { ...clientCells(), pan: one.pan ?? '' },
    { ...clientCells(), email: (one.email ?? '').toUpperCase(), mobile: `+91 ${one.mobile}` },
    { ...clientCells(), email: known.email, mobile: known.mobile },
    { ...two, name: '=HYPERLINK(1)', balance: '-20', ifsc: 'X', kyc_date: '2099-01-01' },
    positionCells(two, { stock: '@SUM(A1)', quantity: '0', unit_cost: 'many', purchase_date: '31/02/2024' }),
    positionCells(two, { stock: 'NOSUCHSTOCK' }),
    positionCells(two, { quantity: '1.5' }),
    positionCells({ pan: 'ABCPD1234E' }),
    { ...two, record: 'trade', pan: '123' },
  ]
  const found = await problems(lines)
  expect(found[0]).toEqual([])
  expect(found[1]).toEqual(['Line 2 has the same PAN'])
  expect(found[2]).toEqual(['Line 2 has the same e-mail address', 'Line 2 has the same mobile number'])
  expect(found[3]).toEqual([
    expect.stringMatching(/^This e-mail address belongs to SD/),
    expect.stringMatching(/^This mobile number belongs to SD/),
  ])
  expect(found[4]).toEqual([
    'name may not begin with =',
    'balance may not begin with -',
    'A name can contain letters, spaces, dots, apostrophes and hyphens only',
    'kyc_date is in the future',
    'The opening balance is below zero. A debit balance has to be recovered before the import',
    'Invalid IFSC code format',
  ])
  expect(found[5]).toEqual([
    'stock may not begin with @',
    'Enter a quantity above zero with at most 8 decimals',
    'Enter the cost per unit in rupees, above zero and with at most 8 decimals',
    'purchase_date must be a date such as 2024-03-31 or 31/03/2024',
  ])
  expect(found[6]).toHaveLength(1)
  expect(found[7]).toHaveLength(1)
  expect(found[8]).toEqual(['No client in this file has this PAN'])
  expect(found[9]).toEqual([
    'A PAN looks like ABCPD1234E, with P as its 4th letter',
    'record must be client or position',
  ])
  const rejected = await request(lines)
  expect(rejected).toMatchObject({
    status: 422,
    body: { message: 'Line 3: Line 2 has the same PAN. Nothing was imported.' },
  })
  expect(await counts()).toEqual(before)
})

test('reads names, mobile numbers and account numbers as spreadsheets and address books write them', async () => {
  const digits = (at: number) => String(9_200_000_000 + at)
  const [one, two, three, four, five, six] = Array.from({ length: 6 }, (_, at) => digits(at))
  const group = (number = '') => `${number.slice(0, 5)} ${number.slice(5)}`
  const lines = [
    clientCells({ name: "Maria D'Souza", mobile: `+91 ${group(one)}`, account_holder: 'MARIA DSOUZA' }),
    clientCells({ name: '  Anne‐Marie  O’Brien ', mobile: `+91-${group(two).replace(' ', '-')}` }),
    clientCells({ name: 'K. R. Narayanan', mobile: `0${three}`, executive: 'Rao, "Ravi"' }),
    clientCells({ name: 'आशा राव', mobile: `(+91) ${group(four)}` }),
    clientCells({ mobile: `'0091${five}`, account_number: "'5010 0999-888777" }),
    clientCells({ mobile: `\u00a0${six}\u00a0`, ifsc: ' hdfc0001234 ', balance: ' ₹ 1,50,000.50 ' }),
  ]
  const text = `\uFEFF${importText(lines)}\r\n\r\n,,,\r\n`
  expect((await send('/preview', text)).body.lines.map(({ problems: own }: { problems: string[] }) => own)).toEqual(
    lines.map(() => []),
  )
  // As the same spreadsheet saves it with tabs and in UTF-16, or with every cell in quotes.
  const table = importText(lines.slice(0, 2)).replaceAll(',', '\t')
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(table, 'utf16le')])
  expect((await send('/preview', utf16)).body.counts).toEqual({ new: 2, imported: 0, wrong: 0 })
  await imported(lines)
  const found = await Promise.all(lines.map(clientOf))
  expect(found.map(({ name, mobile }) => [name, mobile])).toEqual([
    ["Maria D'Souza", one],
    ['Anne‐Marie O’Brien', two],
    ['K. R. Narayanan', three],
    ['आशा राव', four],
    ['Meera Iyer', five],
    ['Meera Iyer', six],
  ])
  const page = (await call('GET', `/desk/clients/${found[4]._id}`, { token: kiran.token })).body
  expect(page.bankDetails.accountNumber).toBe('••••8777')
})

test('says which rule a name or a number breaks', async () => {
  const mobile = 'A mobile number has 10 to 12 digits, such as 98765 43210 or +91 98765 43210'
  expect(
    await problems([
      clientCells({ name: 'Asha 2' }),
      clientCells({ name: '' }),
      clientCells({ mobile: '98765' }),
      clientCells({ mobile: '9876543210 / 9876543211' }),
      clientCells({ mobile: '' }),
      clientCells({ mobile: '9.87654E+09' }),
      clientCells({ account_number: '5.01002E+13' }),
      clientCells({ account_holder: "Maria D'Souza" }),
    ]),
  ).toEqual([
    ['A name can contain letters, spaces, dots, apostrophes and hyphens only'],
    ['Enter the name of the client'],
    [mobile],
    [mobile],
    ['Enter the mobile number of the client'],
    ['mobile was rounded by a spreadsheet: 9.87654E+09. Format the column as text and enter the number again'],
    ['account_number was rounded by a spreadsheet: 5.01002E+13. Format the column as text and enter the number again'],
    [
      'account_holder has letters, spaces and dots only, as in the client’s bank details: leave out any other character',
    ],
  ])
})

test('rejects a file of another kind', async () => {
  const cases: [string | Buffer, { status: number; message: string }][] = [
    ['name,email\nA,b@example.com', clientImportErrors.columns],
    [importText([]), clientImportErrors.noLines],
    [importText(Array.from({ length: 10_001 }, () => ({ record: 'client' }))), clientImportErrors.long],
  ]
  for (const [text, { status, message }] of cases)
    expect(await send('/preview', text)).toMatchObject({ status, body: { message } })
  expect((await send('/preview', Buffer.from([0x50, 0x4b, 3, 4, 0, 0]))).status).toBe(422)
  const dealer = await establishedOperator(server, 'dealer')
  const body = statementForm(importText([clientCells()]))
  expect((await call('POST', '/desk/client-imports/preview', { token: dealer.token, body })).status).toBe(403)
})

test('a client chooses the first password by the mailed link, once, and logs in', async () => {
  const cells = clientCells({ name: 'Latha Menon' })
  await imported([cells])
  const mail = await mailTo(cells.email ?? '')
  expect(mail?.text).toMatch(/sends you this e-mail because you are its client[^]+by \d+ \w+ \d{4}, [\d:]+ [ap]m IST/)
  const invitation = /welcome#(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
  const accept = (link: string, newPassword = 'Quiet-River-27') =>
    call('POST', '/user/invitation', { body: { invitation: link, newPassword } })
  const [id = '', until = '', signed = ''] = invitation.split('.')
  for (const other of [
    `${id}.${Number(until) + 1}.${signed}`,
    `${id}.${Date.now() - 1}.${signed}`,
    'x',
    `${kiran.id}.${until}.${signed}`,
  ])
    expect((await accept(other)).status).toBe(409)
  expect((await accept(invitation, 'Password1!')).status).toBe(422)
  const both = await Promise.all([accept(invitation), accept(invitation)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const login = await call('POST', '/user/login', { body: { email: cells.email, password: 'Quiet-River-27' } })
  expect(login).toMatchObject({ status: 200, body: { isDocsVerified: 'VERIFIED' } })
})

test('a link mailed to an address that the desk has corrected since sets no password', async () => {
  const cells = clientCells()
  await imported([cells])
  const invitation = /welcome#(\S+)/.exec((await mailTo(cells.email ?? ''))?.text ?? '')?.[1]
  const { _id: clientId } = await clientOf(cells)
  await db.run("update client set email = 'corrected.' || email where id = $1", [clientId])
  const accept = await call('POST', '/user/invitation', { body: { invitation, newPassword: 'Quiet-River-27' } })
  expect(accept).toMatchObject({ status: 409, body: authErrors.invitationOver })
})

test('an imported position keeps its purchase date and cost for tax, and its reversal returns no money', async () => {
  const cells = clientCells({ balance: '' })
  await imported([cells, positionCells(cells, { quantity: '4', unit_cost: '100.25', purchase_date: '2020-02-03' })])
  const { _id: clientId } = await clientOf(cells)
  const trades = (await call('GET', `/desk/clients/${clientId}`, { token: kiran.token })).body.trades
  expect(trades).toMatchObject([{ stockName: 'TCS', quantity: 4, cost: 401 }])
  const [row] = await db.rows(
    `select traded_on::text, day::text, cost, import_id is not null as imported from trade where client_id = $1`,
    [clientId],
  )
  expect(row).toEqual({ traded_on: '2020-02-03', day: '2020-02-03', cost: 401_00n, imported: true })
  const dealer = await establishedOperator(server, 'dealer', 'Dev')
  const second = await establishedOperator(server, 'dealer', 'Divya')
  const reversal = await call('POST', `/desk/trades/${trades[0]._id}/reversal`, {
    token: dealer.token,
    body: { reason: 'Wrong' },
  })
  expect((await call('POST', `/desk/reversals/${reversal.body._id}/approve`, { token: second.token })).status).toBe(200)
  expect((await call('GET', `/desk/clients/${clientId}`, { token: kiran.token })).body.wallet).toMatchObject({
    balance: 0,
    investedAmount: 0,
  })
  expect((await mailTo(cells.email ?? ''))?.text).toContain('your wallet is unchanged')
  expect((await books()).differences).toEqual([])
})

test('what was registered since the request stops the import, and a rejected import removes the file', async () => {
  const cells = clientCells()
  const { body } = await request([cells])
  await server.newClient({ email: cells.email ?? '' })
  const refused = await decide(body.proposalId)
  expect(refused).toMatchObject({
    status: 422,
    body: { message: expect.stringMatching(/^Line 2: This e-mail address belongs to/) },
  })
  expect((await decide(body.proposalId, 'reject')).status).toBe(200)
  expect((await call('GET', `/desk/client-imports/${body._id}`, { token: kiran.token })).body).toEqual(
    clientImportErrors.decided,
  )
  const { imports } = (await call('GET', '/desk/client-imports', { token: kiran.token })).body
  expect(imports[0]).toMatchObject({ _id: body._id, status: 'rejected', requestedBy: 'Kiran', decidedBy: 'Omar' })
  expect(await db.rows('select wrapped from data_key where owner_id = $1', [body._id])).toEqual([
    { wrapped: Buffer.alloc(0) },
  ])
})

test('a connection lost in the middle imports nothing; approved again, it imports everything', async () => {
  const clients = Array.from({ length: 300 }, () => clientCells())
  const last = clients.at(-1) ?? {}
  const { body } = await request(clients)
  const before = await counts()
  let status = 0
  const undone = db.transaction(async (tx) => {
    // The second slice of the import waits for this uncommitted client.
    await tx.run(
      `insert into client (id, email, name, mobile, password_hash, executive_name, referral_id)
       values (gen_random_uuid(), $1, 'X', '1', '', '', '')`,
      [last.email],
    )
    const approving = decide(body.proposalId)
    for (let ended = 0; ended === 0; await sleep(20))
      ended = (
        await db.rows(
          `select pg_terminate_backend(pid) from pg_stat_activity
            where wait_event_type = 'Lock' and query like '%insert into client %' and datname = current_database()`,
        )
      ).length
    ;({ status } = await approving)
    throw new Error('rolled back')
  })
  await expect(undone).rejects.toThrow('rolled back')
  expect(status).toBeGreaterThanOrEqual(500)
  expect(await counts()).toEqual(before)
  expect((await decide(body.proposalId)).status).toBe(200)
  expect(await count('client')).toBe((before[0] ?? 0) + 300)
})

test('UCC and demat account are imported with their leading zeros; one that is taken, rounded or not one is named', async () => {
  const one = clientCells({ ucc: '00123', demat: 'IN300123 10456789' })
  await imported([one])
  expect(await db.row('select ucc, demat from client where email = $1', [one.email])).toEqual({
    ucc: '00123',
    demat: 'IN30012310456789',
  })
  expect((await preview([one])).body.counts).toEqual({ new: 0, imported: 1, wrong: 0 })
  const wrong = [
    clientCells({ ucc: '00123' }),
    clientCells({ ucc: 'AB1', demat: '1.20816E+15' }),
    clientCells({ ucc: 'ab1' }),
    clientCells({ ucc: 'A B', demat: '12345' }),
  ]
  const saudaId = (await clientOf(one)).saudaId
  expect(await problems(wrong)).toEqual([
    [`This UCC belongs to ${saudaId}`],
    ['demat was rounded by a spreadsheet: 1.20816E+15. Format the column as text and enter it again'],
    [],
    [
      'A UCC has up to 20 letters and digits',
      'Enter the DP ID (IN and 6 characters) with the client ID (8 digits), or the BO ID of CDSL (16 digits)',
    ],
  ])
  const twice = await problems([clientCells({ ucc: 'AB2' }), clientCells({ ucc: 'ab2' })])
  expect(twice).toEqual([[], ['Line 2 has the same UCC']])
})

test('address and consent to contract notes by e-mail are imported; each fault is named, and the log has no address', async () => {
  const address = '12, Link Road, Mumbai 400053'
  const one = clientCells({ address: '12,  Link Road, Mumbai 400053', ecn_consent_date: '31/03/2024' })
  const plain = clientCells({ address: '', ecn_consent_date: '' })
  const { body } = await request([one, plain])
  const proposal = await call('GET', `/desk/proposals/${body.proposalId}`, { token: omar.token })
  expect(JSON.stringify(proposal.body.evidence)).toContain(
    '"label":"With consent to contract notes by e-mail","value":{"text":"1"}',
  )
  expect((await decide(body.proposalId)).status).toBe(200)
  const delivery = async (cells: ImportCells) => {
    const page = await call('GET', `/desk/clients/${(await clientOf(cells))._id}`, { token: kiran.token })
    return [page.body.noteAddress, page.body.noteConsentOn]
  }
  expect(await delivery(one)).toEqual([address, '2024-03-31'])
  expect(await delivery(plain)).toEqual(['', undefined])
  const [entry] = await db.rows<{ after: object }>(
    "select after from audit where action = 'client-import.client' and subject_id = $1",
    [(await clientOf(one))._id],
  )
  expect(entry?.after).toMatchObject({ isAddressRecorded: true, consentOn: '2024-03-31' })
  expect(JSON.stringify(entry?.after)).not.toContain('Link Road')
  const { address: _, ecn_consent_date: __, ...short } = plain
  expect((await preview([{ ...one, ecn_consent_date: '2024-03-31' }, short])).body.counts).toMatchObject({ imported: 2 })
  expect((await preview([{ ...one, address: '' }])).body.counts).toMatchObject({ wrong: 1 })
  expect(
    await problems([
      clientCells({ address: 'A'.repeat(201), ecn_consent_date: '2024' }),
      clientCells({ address: 'Visit sauda-kyc.com', ecn_consent_date: '2099-01-01' }),
    ]),
  ).toEqual([
    ['address: Please use at most 200 characters', 'ecn_consent_date must be a date such as 2024-03-31 or 31/03/2024'],
    [clientTextErrors.link('The column address').message, 'ecn_consent_date is in the future'],
  ])
})
