// Loaded into every child before its own code. The pipe closes when whoever started the child dies, however suddenly;
// then the child goes too, instead of writing into a folder or holding a port that the next run believes to be free.
import { Socket } from 'node:net'

// What the child itself starts inherits the variable but not the pipe.
if (Number(process.env['SAUDA_LIFELINE']) === process.ppid) {
  const pipe = new Socket({ fd: 3, readable: true })
  pipe.on('error', () => {})
  pipe.on('close', () => process.kill(process.pid, 'SIGTERM'))
  pipe.resume().unref()
}
