import { walletErrors } from '@sauda/contract/money/wallet'
import { describe, expect, test } from 'vitest'
import { moneyClient, type MoneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { atBank, newUtr } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'
import { walletSteps } from '../../../test/wallet.ts'
import { collisionWarnings } from './reference.ts'

const server = await testServer({ RATE_LIMITS: 'off' })
const { call, db } = server
const cashier = await newOperator(server, 'cashier')
const bank = atBank(server, cashier.token)

const deposit = ({ id, token }: MoneyClient, utr: string) =>
  call('POST', '/user/wallet/add-money', { token, body: { id, amount: 500, utr } })
const charge = async ({ id }: MoneyClient): Promise<string> =>
  (
    await call('POST', '/desk/charges', {
      token: cashier.token,
      body: { clientId: id, chargeType: 'Brokerage', description: 'October', amount: 500 },
    })
  ).body._id
const pay = ({ token }: MoneyClient, chargeId: string, transactionId: string) =>
  call('POST', `/user/charges/${chargeId}/pay`, { token, body: { transactionId } })
const { approve } = walletSteps(server, cashier)

const spellings = (utr: string): string[] => [
  `UTR ${utr}`,
  `utr:${utr}`,
  `UTR${utr}`,
  `UPI/${utr}/RAVI/HDFC`,
  `Ref No. ${utr}`,
  `RRN ${utr.slice(0, 4)}-${utr.slice(4)}`,
  utr.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
  `${utr.slice(0, 6)}\u200B${utr.slice(6)}`,
]

describe('one payment has one reference in every spelling', () => {
  test('a charge cannot be paid with the UTR of a deposit', async () => {
    const client = await moneyClient(server)
    const utr = newUtr()
    const { body } = await deposit(client, utr)
    expect((await approve(body.transaction._id, utr)).status).toBe(200)
    const chargeId = await charge(client)
    for (const written of spellings(utr)) expect((await pay(client, chargeId, written)).status).toBe(409)
  })

  test('a deposit cannot carry, or be approved under, the transaction ID of a charge', async () => {
    const client = await moneyClient(server)
    const [utr, own] = [newUtr(), newUtr()]
    expect((await pay(client, await charge(client), `UPI/${utr}/brokerage`)).status).toBe(200)
    const { body } = await deposit(client, own)
    for (const written of [utr, ...spellings(utr)]) {
      expect([written, (await deposit(client, written)).body]).toEqual([written, walletErrors.utrUsed])
      expect((await approve(body.transaction._id, written)).body.message).toContain(`${walletErrors.utrUsed.message}: `)
    }
    expect((await approve(body.transaction._id, `UTR No: ${own}`)).body).toMatchObject({ bankReference: own })
  })

  test('a bank line with a label before the UTR matches the deposit exactly', async () => {
    const client = await moneyClient(server)
    const utr = newUtr()
    const { body } = await deposit(client, `UTR ${utr}`)
    expect(body.transaction.utr).toBe(utr)
    await bank.bring({ reference: `UTR${utr}`, credit: 500 })
    expect(await bank.ofPayment(body.transaction._id)).toMatchObject([{ confidence: 'exact', reference: utr }])
  })
})

test('two payments of an older version that share a reference are reported, and it stays reserved when one is rejected', async () => {
  const [asha, ravi] = [await moneyClient(server), await moneyClient(server)]
  const utr = newUtr()
  const first = (await deposit(asha, utr)).body.transaction
  const chargeId = await charge(ravi)
  await pay(ravi, chargeId, newUtr())
  await db.run('update payment_reference set reference = $2, is_collision = true where used_by = $1', [chargeId, utr])
  const { name } = (await db.row<{ name: string }>('select name from bank_payment where id = $1', [chargeId]))!
  expect(await collisionWarnings(db)).toEqual([
    `Bank reference ${utr} is used by ${first.transactionId} (pending) and ${name} (pending). Compare them with the bank statement and reject or reverse the wrong one.`,
  ])
  expect((await pay(ravi, await charge(ravi), utr)).status).toBe(409)
  expect((await approve(first._id, utr)).body.message).toContain(`${walletErrors.utrUsed.message}: `)
  const body = { reason: 'Used twice' }
  await call('POST', `/desk/wallet/transactions/${first._id}/reject`, { token: cashier.token, body })
  expect(await collisionWarnings(db)).toEqual([])
  expect((await deposit(asha, utr)).body).toEqual(walletErrors.utrUsed)
  expect((await call('POST', `/desk/charges/${chargeId}/approve`, { token: cashier.token })).status).toBe(200)
})
