import { describe, expect, test } from 'vitest'
import { moneyClient } from '../../../test/money.ts'
import { establishedOperator, type NewOperator } from '../../../test/operator.ts'
import { atBank, newAccount, newUtr, statementForm, statementText, type Written } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'
import { walletSteps } from '../../../test/wallet.ts'

// When one operator may rely on a bank line (settled, section 14). Each test has a bank account of its own.
const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { db, call } = server
await establishedOperator(server, 'admin', 'Asha Admin')
await establishedOperator(server, 'admin', 'Bela Admin')
const importer = await establishedOperator(server, 'cashier', 'Kiran')
const approver = await establishedOperator(server, 'cashier', 'Deepa')
const third = await establishedOperator(server, 'cashier', 'Chitra')

const importFile = async (accountId: string, text: string, by = importer) => {
  const form = statementForm(text, 'november.csv')
  const { status, body } = await atBank(server, by.token).send(`/statements?bankAccountId=${accountId}`, form)
  if (status !== 200) throw new Error(body.message)
}
const confirm = (accountId: string, closing: number, by: NewOperator = third, opening?: number) =>
  call('POST', `/desk/bank-days/${accountId}/balance`, {
    token: by.token,
    body: { day: today, closing, ...(opening !== undefined && { opening }) },
  })
const today = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10)

/** Imported and confirmed, with an opening balance of ₹1,000. */
async function proven(...lines: Written[]) {
  const accountId = await newAccount(server)
  await importFile(accountId, statementText(lines, 1000))
  const closing = lines.reduce((sum, { credit = 0, debit = 0 }) => sum + credit - debit, 1000)
  expect((await confirm(accountId, closing)).status).toBe(200)
  return { accountId, closing }
}
const { deposit, approve: approval } = walletSteps(server, approver)
const approve = async (id: string, reference: string, by = approver) => (await approval(id, reference, by)).body
const text = (name: string, account = 'payer@oksbi') => `UPI-${name}-${account}-SBIN0000001-412600000001-ADD FUND`

test('a line of a confirmed statement, older request and agreeing payer is enough for one operator', async () => {
  const client = await moneyClient(server)
  const [id, reference] = [await deposit(client, 150_000), newUtr()]
  await proven({ reference, credit: 150_000, text: text('RAVI') })
  expect(await approve(id, reference)).toMatchObject({ status: 'approved', waitsForSecond: false })
})

describe('a second operator must approve a deposit', () => {
  test('if nobody confirmed the first statement of the account', async () => {
    const client = await moneyClient(server)
    const [id, reference] = [await deposit(client, 150_000), newUtr()]
    await importFile(await newAccount(server), statementText([{ reference, credit: 150_000 }], 1000))
    expect(await approve(id, reference)).toMatchObject({
      waitsForSecond: true,
      secondReasons: [
        'The bank entry is from november.csv, which does not continue from the last confirmed entry of this bank account. An operator other than Kiran can enter the bank’s balance under Import statement',
        'One operator may approve up to ₹10,000.00 per client and day without a bank entry that proves it',
        'One operator may approve up to ₹1,00,000.00 a day without a bank entry that proves it',
      ],
    })
    expect(await approve(id, reference, third)).toMatchObject({ status: 'approved' })
  })

  test('if the running balance does not continue from the last confirmed line', async () => {
    const { accountId, closing } = await proven({ credit: 5, ago: 2 })
    const client = await moneyClient(server)
    const [id, reference, other] = [await deposit(client, 150_000), newUtr(), newUtr()]
    await importFile(accountId, statementText([{ reference, credit: 150_000 }], closing + 1))
    expect((await approve(id, reference)).waitsForSecond).toBe(true)
    // A later file that does continue is accepted at once.
    const next = await deposit(client, 160_000)
    await importFile(accountId, statementText([{ reference: other, credit: 160_000, ago: 1 }], closing))
    expect(await approve(next, other)).toMatchObject({ status: 'approved' })
  })

  test('if the operator imported the line', async () => {
    const client = await moneyClient(server)
    const [id, reference] = [await deposit(client, 150_000), newUtr()]
    await proven({ reference, credit: 150_000 })
    expect((await approve(id, reference, importer)).secondReasons[0]).toBe(
      'You imported november.csv, which has the bank entry. An operator who did not import it can approve this alone',
    )
  })

  test('if another person paid, at any amount, until an operator confirmed the account', async () => {
    const client = await moneyClient(server)
    const [id, reference, second, later] = [await deposit(client, 700), newUtr(), newUtr(), newUtr()]
    const line = { credit: 700, text: text('RAMESH KUMAR', `${reference}@oksbi`) }
    await proven({ ...line, reference }, { ...line, reference: second })
    expect(await approve(id, reference)).toMatchObject({
      waitsForSecond: true,
      secondReasons: [
        `The payer is RAMESH KUMAR, but the client is ${client.name}. A second operator must compare both names`,
      ],
    })
    expect(await approve(id, reference, third)).toMatchObject({ status: 'approved' })
    const [again, beyond] = [await deposit(client, 700), await deposit(await moneyClient(server), 700)]
    expect(await approve(again, second)).toMatchObject({ status: 'approved', waitsForSecond: false })
    // Confirmed for one client only.
    await proven({ ...line, reference: later })
    expect((await approve(beyond, later)).waitsForSecond).toBe(true)
  })

  test.each(['', 'UPI', 'UPI/CR/412600000001/X1234/HDFC', 'BANK TRANSFER 0001'])(
    'if the bank entry does not say who paid: “%s”',
    async (narration) => {
      const client = await moneyClient(server)
      const [id, reference] = [await deposit(client, 150_000), newUtr()]
      await proven({ reference, credit: 150_000, text: narration })
      expect(await approve(id, reference)).toMatchObject({
        waitsForSecond: true,
        secondReasons: [
          'The text of the bank entry does not say who paid. A second operator can open the entry, find out who paid and approve it',
          'One operator may approve up to ₹10,000.00 per client and day without a bank entry that proves it',
          'One operator may approve up to ₹1,00,000.00 a day without a bank entry that proves it',
        ],
      })
      expect(await approve(id, reference, third)).toMatchObject({ status: 'approved' })
    },
  )

  test('once only for an account of which the bank gives no name', async () => {
    const client = await moneyClient(server)
    const [id, reference, later] = [await deposit(client, 150_000), newUtr(), newUtr()]
    const line = { credit: 150_000, text: `UPI/412600000001/add fund/p${reference}@ybl/HDFC` }
    await proven({ ...line, reference }, { ...line, reference: later })
    expect((await approve(id, reference)).waitsForSecond).toBe(true)
    expect(await approve(id, reference, third)).toMatchObject({ status: 'approved' })
    expect(await approve(await deposit(client, 150_000), later)).toMatchObject({
      status: 'approved',
      waitsForSecond: false,
    })
  })

  test('but not if the entry is of a kind that has no payer', async () => {
    const client = await moneyClient(server)
    const [id, reference] = [await deposit(client, 150_000), newUtr()]
    await proven({ reference, credit: 150_000, text: 'CASH DEPOSIT BY SELF' })
    expect(await approve(id, reference)).toMatchObject({ status: 'approved', waitsForSecond: false })
  })

  test('but not if the holder of the client’s bank account paid', async () => {
    const client = await moneyClient(server)
    await db.run("update bank_details set holder_name = 'Ramesh Kumar' where client_id = $1", [client.id])
    const [id, reference] = [await deposit(client, 700), newUtr()]
    await proven({ reference, credit: 700, text: text('RAMESH KUMAR') })
    expect(await approve(id, reference)).toMatchObject({ status: 'approved' })
  })

  test('if the request is younger than the import, unless the client paid from this account before', async () => {
    const client = await moneyClient(server)
    const [reference, early, late] = [newUtr(), newUtr(), newUtr()]
    const paid = { credit: 150_000, text: text('RAVI', `${early}@oksbi`) }
    const before = await deposit(client, 150_000)
    const { accountId, closing } = await proven({ ...paid, reference: early, ago: 1 })
    await importFile(
      accountId,
      statementText(
        [
          { reference, credit: 150_000 },
          { ...paid, reference: late },
        ],
        closing,
      ),
    )
    const id = await deposit(client, 150_000)
    expect((await approve(id, reference)).secondReasons[0]).toBe(
      'The request was made after Kiran imported the bank entry, and the client has not paid from this account before. A second operator can approve it',
    )
    const known = await deposit(client, 150_000)
    expect((await approve(known, late)).waitsForSecond).toBe(true)
    expect(await approve(before, early)).toMatchObject({ status: 'approved' })
    await atBank(server, approver.token).page('show=approve')
    const next = await deposit(client, 150_000)
    const repeat = newUtr()
    await importFile(accountId, statementText([{ ...paid, reference: repeat }], closing + 300_000))
    expect(await approve(next, repeat)).toMatchObject({ status: 'approved' })
  })

  test('above ₹2,00,000 until a later statement repeats the line', async () => {
    const client = await moneyClient(server)
    const reference = newUtr()
    const id = await deposit(client, 200_000.01, reference)
    const lines = [{ reference, credit: 200_000.01 }]
    const { accountId } = await proven(...lines)
    const state = async () =>
      (await call('GET', `/desk/wallet/transactions/${id}`, { token: approver.token })).body.needsTwo
    expect(await state()).toBe(true)
    // The same file once more is no later statement, nor is a copy of it in other bytes.
    for (const end of ['', '\n\n']) await importFile(accountId, `${statementText(lines, 1000)}${end}`)
    expect(await state()).toBe(true)
    await importFile(accountId, statementText([...lines, { credit: 1 }], 1000))
    expect(await state()).toBe(false)
    expect(await approve(id, reference)).toMatchObject({ status: 'approved', waitsForSecond: false })
  })
})

test('a deposit approved on a line that proves nothing counts towards the limits of the day', async () => {
  const accountId = await newAccount(server)
  const client = await moneyClient(server)
  const own = await establishedOperator(server, 'cashier', 'Farid')
  const [one, other] = [newUtr(), newUtr()]
  const [first, second] = [await deposit(client, 9000), await deposit(client, 9000)]
  await importFile(
    accountId,
    statementText(
      [
        { reference: one, credit: 9000 },
        { reference: other, credit: 9000 },
      ],
      0,
    ),
    own,
  )
  expect(await approve(first, one, own)).toMatchObject({ status: 'approved' })
  await atBank(server, own.token).page('show=approve')
  expect((await approve(second, other, own)).waitsForSecond).toBe(true)
})

describe('cannot be bypassed', () => {
  test('one operator cannot give an unclaimed receipt of somebody else to a client by an ordinary deposit', async () => {
    const reference = newUtr()
    await proven({ reference, credit: 7000, text: text('RAMESH KUMAR') })
    const client = await moneyClient(server)
    const id = await deposit(client, 7000, reference)
    const bank = atBank(server, approver.token)
    const { body } = await bank.approve(await bank.find(reference))
    expect(body).toMatchObject({ waitsForSecond: true, state: 'approve' })
    expect((await call('GET', `/user/wallet/${client.id}`, { token: client.token })).body.balance).toBe(0)
    expect((await call('GET', `/desk/wallet/transactions/${id}`, { token: third.token })).body.status).toBe('pending')
  })

  test('one operator cannot import a file of their own and approve ₹9,00,000 on it', async () => {
    const client = await moneyClient(server)
    const reference = newUtr()
    const id = await deposit(client, 900_000, reference)
    await importFile(await newAccount(server), statementText([{ reference, credit: 900_000 }], 0))
    const bank = atBank(server, importer.token)
    const line = await bank.find(reference)
    const matches = [{ lineId: line._id, paymentId: id }]
    expect((await bank.send('/approve', { matches })).body.results).toMatchObject([{ outcome: 'refused' }])
    expect((await call('GET', `/desk/wallet/transactions/${id}`, { token: third.token })).body.status).toBe('pending')
  })

  test('bulk approval leaves out what does not say who paid, and says so in the list', async () => {
    const client = await moneyClient(server)
    const [reference, empty] = [newUtr(), newUtr()]
    const id = await deposit(client, 700, reference)
    await deposit(client, 800, empty)
    await proven({ reference, credit: 700, text: 'UPI' }, { reference: empty, credit: 800, text: '' })
    const bank = atBank(server, approver.token)
    expect(await bank.find(empty)).toMatchObject({ confidence: 'likely', isPayerUnreadable: true })
    const line = await bank.find(reference)
    const reasons = ['The text of the bank entry does not say who paid. Open the entry']
    expect(line).toMatchObject({ confidence: 'exact', isPayerUnreadable: true, obstacle: { reasons } })
    const matches = [{ lineId: line._id, paymentId: id }]
    expect((await bank.send('/approve', { matches })).body.results).toMatchObject([{ outcome: 'refused' }])
  })

  test('bulk approval needs one operator for what is proven', async () => {
    const client = await moneyClient(server)
    const reference = newUtr()
    const id = await deposit(client, 150_000, reference)
    await proven({ reference, credit: 150_000 })
    const bank = atBank(server, approver.token)
    const matches = [{ lineId: (await bank.find(reference))._id, paymentId: id }]
    expect((await bank.send('/approve', { matches })).body.results).toMatchObject([{ outcome: 'approved' }])
  })
})

describe('the balance of the bank', () => {
  test('is rejected if the file ends with another one, and confirms nothing', async () => {
    const accountId = await newAccount(server)
    await importFile(accountId, statementText([{ credit: 500 }], 1000))
    expect(await confirm(accountId, 1400)).toMatchObject({
      status: 422,
      body: {
        message: expect.stringMatching(/^The file november\.csv ends with ₹1,500\.00, and you entered ₹1,400\.00\./),
      },
    })
    expect(await confirm(accountId, 1500, importer)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('You imported november.csv') },
    })
    expect(await statementsOf(accountId)).toMatchObject([{ accepted: false, hasBalance: true }])
  })

  test('confirms every file up to the day, and those that continue from them', async () => {
    const accountId = await newAccount(server)
    await importFile(accountId, statementText([{ credit: 500, ago: 3 }], 1000))
    await importFile(accountId, statementText([{ credit: 70, ago: 1 }], 1600))
    await importFile(accountId, statementText([{ credit: 100, ago: 2 }], 1500))
    const body = { day: dayAgo(3), closing: 1500 }
    const { status } = await call('POST', `/desk/bank-days/${accountId}/balance`, { token: third.token, body })
    expect(status).toBe(200)
    expect(await statementsOf(accountId)).toMatchObject([
      { accepted: true },
      { accepted: true },
      { accepted: true, confirmedBy: 'Chitra' },
    ])
    expect(await confirm(accountId, 1670)).toMatchObject({ status: 409 })
  })

  test('without running balances confirms the files whose lines lead to it', async () => {
    const accountId = await newAccount(server)
    await importFile(accountId, statementText([{ credit: 500, ago: 1 }]))
    expect((await confirm(accountId, 1500, importer, 1000)).status).toBe(200)
    expect(await statementsOf(accountId)).toMatchObject([{ accepted: false, hasBalance: false }])
    expect((await confirm(accountId, 1500, third, 1000)).status).toBe(200)
    expect(await statementsOf(accountId)).toMatchObject([{ accepted: true, confirmedBy: 'Chitra' }])
  })
})

const dayAgo = (ago: number) => new Date(Date.parse(today) - ago * 86_400_000).toISOString().slice(0, 10)
const statementsOf = async (accountId: string) => {
  const { body } = await call('GET', '/desk/reconciliation/statements', { token: approver.token })
  return body.statements.filter(({ bankAccount }: { bankAccount: { _id: string } }) => bankAccount._id === accountId)
}
