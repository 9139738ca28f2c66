import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { signerCertificate, signerP12, signerPassword } from '../../../seed/note-signer.ts'
import { checkSignature } from './contract-note.cms.ts'
import { contractNoteSettings, contractNoteVariables, type SignerSetting } from './contract-note.settings.ts'
import { createSign, probeSigner } from './contract-note.sign.ts'

const folder = mkdtempSync(join(tmpdir(), 'sauda-sign-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const text = Buffer.from('The bytes of a note')
const p12 = (file: Buffer = signerP12()) => ({ p12: file, password: signerPassword })
/** A program that runs this script. */
const command = (script: string) => ({ command: [process.execPath, '-e', script.replaceAll(/\s+/g, '')] })
const problemOf = (setting: Parameters<typeof createSign>[0]) =>
  probeSigner(createSign(setting)).then(
    () => 'none',
    (error: Error) => error.message,
  )

test('a PKCS#12 file signs, again and again, and names its holder', async () => {
  const sign = createSign(p12())
  for (const round of [1, 2])
    expect(await probeSigner(sign), `round ${round}`).toMatchObject({ name: 'Signer of tests' })
  expect(checkSignature(await sign(text), text, new Date()).subject).toContain('Signer of tests')
})

test('a signature of other bytes, of an expired or future certificate or of a wrong password is not used', async () => {
  const sign = createSign(p12())
  const cms = await sign(text)
  expect(() => checkSignature(cms, Buffer.from('Other bytes'), new Date())).toThrow('it is of other bytes')
  const broken = Buffer.from(cms)
  broken[broken.length - 1] = (broken.at(-1) ?? 0) ^ 1
  expect(() => checkSignature(broken, text, new Date())).toThrow('does not verify')
  expect(() => checkSignature(cms.subarray(0, -5), text, new Date())).toThrow('cut off')
  expect(await problemOf(p12(signerP12({ from: -20, to: -10 })))).toContain('its certificate is valid from')
  expect(await problemOf(p12(signerP12({ from: 10, to: 20 })))).toContain('its certificate is valid from')
  expect(await problemOf({ ...p12(), password: 'wrong' })).toContain('the PKCS#12 file cannot be used')
})

test('a certificate for another use, or one whose issuer is not enclosed, is not used', async () => {
  const root = signerCertificate({ name: 'Root of tests' })
  const issuer = signerCertificate({ name: 'Issuer of tests', issuer: root })
  const chain = [issuer.certificate, root.certificate]
  expect(await problemOf(p12(signerP12({ issuer }, chain)))).toBe('none')
  expect(await problemOf(p12(signerP12({ issuer }, [issuer.certificate])))).toBe('none')
  expect(await problemOf(p12(signerP12({ issuer })))).toContain('does not enclose the certificate of the issuer')
  // Another key under the same name.
  const other = signerCertificate({ name: 'Issuer of tests' })
  expect(await problemOf(p12(signerP12({ issuer }, [other.certificate])))).toContain('does not enclose')
  expect(await problemOf(p12(signerP12({ usage: { digitalSignature: true } })))).toBe('none')
  expect(await problemOf(p12(signerP12({ usage: { keyEncipherment: true } })))).toContain('for another use')
})

test('a program gets the bytes and none of the settings; whatever it does wrong is said', async () => {
  vi.stubEnv('SECRET_KEY', 'leaked')
  vi.stubEnv('DATABASE_URL', 'leaked')
  const wrong: Record<string, string> = {
    'process.exit(3)': 'its program ended with code 3 and no signature',
    'console.log("OK")': 'checked before it is used',
    'process.stdout.write("x".repeat(300000))': 'its program returned too much',
    'console.error("token\\nmissing");process.exit(1)': '(token missing)',
  }
  for (const [script, problem] of Object.entries(wrong))
    expect({ script, said: await problemOf(command(script)) }).toMatchObject({
      said: expect.stringContaining(problem) as unknown,
    })
  expect(await problemOf({ command: ['/no/such/program'] })).toContain('its program cannot be started')
  // Fails where it finds a setting.
  const seen = await problemOf(command('if(process.env.SECRET_KEY||process.env.DATABASE_URL)process.exit(7)'))
  expect(seen).toContain('ended with code 0')
  vi.unstubAllEnvs()
})

test.skipIf(spawnSync('openssl', ['version']).error !== undefined)(
  'openssl signs as the program of a broker',
  async () => {
    const { keyPem, certificatePem } = signerCertificate()
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
    writeFileSync(key, keyPem)
    writeFileSync(certificate, certificatePem)
    const program = `openssl cms -sign -binary -outform DER -md sha256 -signer ${certificate} -inkey ${key}`.split(' ')
    expect(await probeSigner(createSign({ command: program }))).toMatchObject({ name: 'Signer of tests' })
    // Not detached.
    expect(await problemOf({ command: [...program, '-nodetach'] })).toContain('it is not detached')
  },
)

test('a demo without a signer signs as the practice signer; live mode has no signer unless one is set', async () => {
  const settings = (mode: 'demo' | 'live') => contractNoteSettings(z.object(contractNoteVariables).parse({}), mode)
  expect(settings('live').noteSigner).toBeUndefined()
  const signer = settings('demo').noteSigner as SignerSetting
  for (let time = 0; time < 2; time++)
    expect(await probeSigner(createSign(signer))).toMatchObject({ name: 'Practice signer' })
})
