// Loaded into every child before its own code. The pipe closes when whoever started the child dies, however suddenly;
// then the child goes too, instead of writing into a folder or holding a port that the next run believes to be free.
import { Socket } from 'node:net'

const starter = Number(process.env['SAUDA_LIFELINE'])
const go = () => process.kill(process.pid, 'SIGTERM')

if (process.ppid === starter) {
  const pipe = new Socket({ fd: 3, readable: true })
  pipe.on('error', () => {})
  pipe.on('close', go)
  pipe.resume().unref()
} else if (starter > 0) {
  // Either a grandchild, which inherits the variable but not the pipe, or the starter has died before this line.
  try {
    process.kill(starter, 0)
  } catch {
    go()
  }
}
