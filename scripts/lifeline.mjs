// Loaded into every child before its own code. The pipe closes when the parent process ends for any reason; then the
// child ends too, so that it does not use folders or ports of the next run.
import { Socket } from 'node:net'
import { isMainThread } from 'node:worker_threads'

const starter = Number(process.env['SAUDA_LIFELINE'])
const go = () => process.kill(process.pid, 'SIGTERM')

// Threads load this file too: a socket of theirs would close the process’s pipe, whose number the next connection gets.
if (isMainThread && process.ppid === starter) {
  const pipe = new Socket({ fd: 3, readable: true })
  pipe.on('error', () => {})
  pipe.on('close', go)
  pipe.resume().unref()
} else if (isMainThread && starter > 0) {
  // Either a grandchild, which inherits the variable but not the pipe, or the parent has already ended.
  try {
    process.kill(starter, 0)
  } catch {
    go()
  }
}
