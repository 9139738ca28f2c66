import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

// The least a server can do for the same streams: no login, every client gets the same bytes, four times a second.
const open = new Set<ServerResponse>()
let newest: Buffer | undefined

const feed = new WebSocket(process.env['FEED_URL'] ?? '')
feed.addEventListener('message', ({ data }) => {
  const { type, prices } = JSON.parse(String(data)) as { type: string; prices: object[] }
  if (type === 'prices') newest = Buffer.from(`event: price\ndata: ${JSON.stringify(prices.slice(0, 20))}\n\n`)
})
setInterval(() => {
  const bytes = newest
  newest = undefined
  if (bytes) for (const response of open) if (response.writableLength === 0) response.write(bytes)
}, 250)

const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': open\n\n')
  open.add(response)
  response.on('close', () => open.delete(response))
})
server.listen(0, '127.0.0.1', () => console.log(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}`))
