import { connect, type Socket } from 'node:net'

/** Many browsers as plain sockets, because the readers' work reduces what is left for the server. */
export class Readers {
  readonly #sockets: Socket[] = []
  /** When each tick was sent; a price is the number of its tick. */
  readonly #sent: number[] = []
  #delays: number[] = []
  #events = 0
  #isCounting = false

  /** Opens streams, `together` at a time; sleeping ones read nothing after opening. */
  async open(port: number, requests: readonly string[], { sleeping = false, together = 100 } = {}): Promise<void> {
    const waiting = requests.values()
    const work = async (): Promise<void> => {
      for (const request of waiting) this.#sockets.push(await this.#one(port, request, sleeping))
    }
    await Promise.all(Array.from({ length: together }, work))
  }

  /** Starts measuring how long each tick takes to each reader: that price or a newer one. */
  count(): void {
    this.#delays = []
    this.#events = 0
    this.#isCounting = true
  }

  tick(): number {
    return this.#sent.push(performance.now()) - 1
  }

  results(): { delays: number[]; events: number; living: number } {
    const living = this.#sockets.filter((socket) => !socket.destroyed).length
    return { delays: this.#delays, events: this.#events, living }
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  #one(port: number, request: string, sleeping: boolean): Promise<Socket> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => void socket.write(request))
      let last = -1
      let isOpen = false
      socket.on('error', reject).on('close', () => reject(new Error('A stream was closed')))
      socket.on('data', (part: Buffer) => {
        if (!isOpen) {
          isOpen = true
          if (!part.includes(' 200 ')) return reject(new Error(part.toString('latin1').slice(0, 300)))
          if (sleeping) socket.pause()
          resolve(socket)
        }
        last = this.#heard(part, last)
      })
    })
  }

  #heard(part: Buffer, last: number): number {
    const start = part.lastIndexOf('"price":"')
    if (start < 0) return last
    const tick = Number(part.toString('latin1', start + 9, part.indexOf('"', start + 9)))
    if (!(tick > last)) return last
    if (this.#isCounting) {
      this.#events += 1
      const now = performance.now()
      for (let each = last + 1; each <= tick; each += 1) this.#delays.push(now - (this.#sent[each] ?? now))
    }
    return tick
  }
}
