// Plain JavaScript on purpose: a Node too old to read TypeScript must still get this far and say so.
import { existsSync } from 'node:fs'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const tooOld = major < 22 || (major === 22 && minor < 22) || !process.features.typescript
const installed = existsSync(new URL('../node_modules/.package-lock.json', import.meta.url))

if (tooOld) stop(`Sauda needs Node 22.22 or newer, and this is Node ${process.versions.node}.`)
if (!installed) stop('The libraries are not installed. Run npm ci first.')

// Who ends npm ends the shell between npm and us, and nobody tells us: without its shell a command ends as if told.
const shell = process.ppid
const watch = setInterval(() => {
  if (process.ppid === shell) return
  clearInterval(watch)
  process.kill(process.pid, 'SIGTERM')
}, 500).unref()

const { main } = await import(`./${process.argv[2]}.ts`)
await main(process.argv.slice(3)).catch((error) => {
  // A PlainError is a sentence for whoever typed the command; anything else is a fault of ours and keeps its stack.
  stop(error.name === 'PlainError' ? error.message : error)
})

/** @param {unknown} reason */
function stop(reason) {
  console.error(reason)
  process.exit(1)
}
