import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { commonErrors } from '@sauda/contract/platform/error'
import { describe, expect, test } from 'vitest'
import { newOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { lookUpIfsc } from './bank.ts'

const server = await testServer()
const client = await server.newClient()
const ask = (code: string, token: string | undefined = client.token) =>
  server.call('GET', `/user/ifsc/${encodeURIComponent(code)}`, { token })

describe('an IFSC', () => {
  test('has a bank and a branch, in any case and with spaces around it', async () => {
    const branch = { known: true, bank: 'State Bank of India', branch: 'MUMBAI MAIN' }
    for (const code of ['SBIN0000300', 'sbin0000300', ' Sbin0000300 '])
      expect(await ask(code)).toMatchObject({ status: 200, body: branch })
  })

  test('newer than the list of branches has a bank only', async () => {
    const { status, body } = await ask('AUBL0002208')
    expect({ status, body }).toEqual({ status: 200, body: { known: true, bank: 'AU Small Finance Bank' } })
  })

  test('used by a smaller bank has the name of that bank', async () => {
    expect((await ask('HDFC0CAACOB')).body.bank).toBe('Akhand Anand Co.op Bank')
    expect((await ask('HDFC0000001')).body.bank).toBe('HDFC Bank')
  })

  test('that is not listed is unknown, which is not an error', async () => {
    const wrong = [
      'SBIN0999999',
      'ZZZZ0ZZZZZZ',
      'AAAA0000000',
      'SBIN1000300',
      'SBIN000030',
      'SBIN00003000',
      '1',
      'ＳＢＩＮ0000300',
    ]
    for (const code of [...wrong, "'; drop table client; --", '../../etc/passwd', '💰', 'x'.repeat(90)])
      expect(await ask(code)).toMatchObject({ status: 200, body: { known: false } })
  })

  test('is looked up for clients only', async () => {
    const operator = await newOperator(server, 'admin')
    const { notSignedIn } = commonErrors
    expect(await server.call('GET', '/user/ifsc/SBIN0000300')).toMatchObject({ status: 401, body: notSignedIn })
    expect(await ask('SBIN0000300', operator.token)).toMatchObject({ status: 401, body: notSignedIn })
  })
})

test('every line of the list is found by its code, the first and the last too', async () => {
  const text = brotliDecompressSync(readFileSync(new URL('../../../ifsc/ifsc.br', import.meta.url))).toString()
  const lines = text.trimEnd().split('\n').slice(1)
  expect(lines.length).toBe(176_918)
  expect(lines).toEqual(lines.toSorted((a, b) => (a.slice(0, 11) < b.slice(0, 11) ? -1 : 1)))
  const some = lines.filter((_, index) => index % 997 === 0 || index === lines.length - 1)
  for (const line of some) {
    const { known, branch = '' } = await lookUpIfsc(line.slice(0, 11))
    expect({ known, branch }).toEqual({ known: true, branch: line.slice(11).split('\t')[0] })
  }
})
