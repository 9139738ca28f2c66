// Plain JavaScript, because a Node too old for TypeScript must run it and print the message.
import { existsSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const tooOld = major < 22 || (major === 22 && minor < 22) || !process.features.typescript
const installed = existsSync(new URL('../node_modules/.package-lock.json', import.meta.url))

if (tooOld) stop(`Sauda needs Node 22.22 or newer, and this is Node ${process.versions.node}.`)
if (!installed) stop('The libraries are not installed. Run npm ci first.')

// Ending npm ends its shell but sends us no signal, so a command whose shell is gone ends itself.
const shell = process.ppid
const watch = setInterval(() => {
  if (process.ppid === shell) return
  clearInterval(watch)
  console.error(
    'The shell that started this command has ended, so it stops too. To keep it running, use deploy/sauda.service, or: setsid --fork npm start > sauda.log 2>&1',
  )
  process.kill(process.pid, 'SIGTERM')
}, 500).unref()

// Writing to a closed terminal must not cause a crash.
process.stderr.on('error', () => undefined)

// Halves the time that Node needs to load the server, its threads and other programs; a folder that cannot be written changes
// nothing else.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('../node_modules/.cache/sauda-compiled', import.meta.url))
module.enableCompileCache(process.env['NODE_COMPILE_CACHE'])

const { main } = await import(`./${process.argv[2]}.ts`)
await main(process.argv.slice(3)).catch((error) => {
  // A PlainError is an expected failure; any other error is a bug and is printed with its stack.
  stop(error.name === 'PlainError' ? error.message : error)
})

/** @param {unknown} reason */
function stop(reason) {
  console.error(reason)
  process.exit(1)
}
