import { spawn } from 'node:child_process'
import { SignPdf } from '@signpdf/signpdf'
import { Signer } from '@signpdf/utils'
import { AppError } from '@sauda/contract/platform/error'
import type { X509Certificate } from 'node:crypto'
import { checkSignature, CmsError } from './contract-note.cms.ts'
import { openP12 } from './contract-note.p12.ts'
import type { SignerSetting } from './contract-note.settings.ts'

/** A signer turns bytes into a detached CMS signature: a PKCS#12 file for tests, or the broker's own program. */

const signerRules = { seconds: 60, answerBytes: 256 * 1024 } as const

const signerError = (message: string) =>
  new AppError({ status: 503, message: `The signer of contract notes does not work: ${message}` })

type Sign = (bytes: Buffer) => Promise<Buffer>

let practice: ReturnType<typeof newPractice> | undefined
/** Loaded in a demo only. */
const newPractice = async () => (await import('../../../seed/note-signer.ts')).practiceSigner()

export function createSign(setting: SignerSetting): Sign {
  if ('command' in setting) return (bytes) => run(setting.command, bytes)
  let sign: ReturnType<typeof openP12> | undefined
  return async (bytes) => {
    try {
      const { p12, password } = 'isPractice' in setting ? await (practice ??= newPractice()) : setting
      sign ??= openP12(p12, password)
      return sign(bytes, new Date())
    } catch (error) {
      throw signerError(`the PKCS#12 file cannot be used (${(error as Error).message})`)
    }
  }
}

/** What a program needs to start; none of the server's settings, which have passwords and keys in them. */
const passedOn = ['PATH', 'HOME', 'LANG', 'TZ'] as const

/** Runs the broker's program once: the bytes on its input, the signature on its output. */
function run([program = '', ...given]: readonly string[], bytes: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const env = Object.fromEntries(
      passedOn.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
    )
    const child = spawn(program, given, {
      env,
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout: signerRules.seconds * 1000,
      killSignal: 'SIGKILL',
    })
    const parts: Buffer[] = []
    let [size, said] = [0, '']
    child.stdout.on('data', (part: Buffer) => {
      size += part.length
      if (size > signerRules.answerBytes) child.kill('SIGKILL')
      else parts.push(part)
    })
    child.stderr.on('data', (part: Buffer) => (said = `${said}${String(part)}`.slice(0, 300)))
    child.once('error', (error) => reject(signerError(`its program cannot be started (${error.message})`)))
    child.once('close', (code, signal) => {
      if (code === 0 && size > 0 && size <= signerRules.answerBytes) resolve(Buffer.concat(parts))
      else reject(signerError(failure({ code, signal, size, said })))
    })
    // It may end before it has read everything.
    child.stdin.on('error', () => undefined)
    child.stdin.end(bytes)
  })
}

type Ended = {
  readonly code: number | null
  readonly signal: string | null
  readonly size: number
  readonly said: string
}

function failure({ code, signal, size, said }: Ended): string {
  if (size > signerRules.answerBytes) return 'its program returned too much'
  if (signal !== null) return `its program took more than ${signerRules.seconds} seconds, or was ended`
  const words = said.replace(/[^\x20-\x7e]+/g, ' ').trim()
  return `its program ended with code ${code}${size === 0 ? ' and no signature' : ''}${words === '' ? '' : ` (${words})`}`
}

/** Signs, and throws unless the result is a signature of these bytes by a certificate that is valid now. */
async function signChecked(sign: Sign, bytes: Buffer): Promise<{ cms: Buffer; certificate: X509Certificate }> {
  const cms = await sign(bytes)
  try {
    return { cms, certificate: checkSignature(cms, bytes, new Date()) }
  } catch (error) {
    throw signerError(
      error instanceof CmsError ? `${error.message} (checked before it is used)` : 'its signature cannot be read',
    )
  }
}

/** Signs a few bytes: whether the signer works, how many bytes its signatures take, and who signs. */
export async function probeSigner(sign: Sign): Promise<{ readonly bytes: number; readonly name: string }> {
  const { cms, certificate } = await signChecked(sign, Buffer.from('contract note'))
  const [, name] = /^CN=(.+)$/m.exec(certificate.subject) ?? []
  // Signatures of one signer differ by some bytes, such as a time stamp's.
  return { bytes: cms.length + 1024, name: name ?? certificate.subject.replaceAll('\n', ', ') }
}

class CheckedSigner extends Signer {
  readonly #sign: Sign

  constructor(sign: Sign) {
    super()
    this.#sign = sign
  }

  override sign = async (bytes: Buffer): Promise<Buffer> => (await signChecked(this.#sign, bytes)).cms
}

/** Writes the signature into the place that the drawing left for it. */
export const signPdf = (sign: Sign, pdf: Buffer): Promise<Buffer> => new SignPdf().sign(pdf, new CheckedSigner(sign))
