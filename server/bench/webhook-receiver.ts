/** A webhook receiver that responds immediately, in a process of its own. It reports the arrival time of each event. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sendToParent } from './child.ts'

let count = 0
const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    count += 1
    response.writeHead(204).end()
  })
})
process.once('disconnect', () => process.exit())
process.on('message', () => {
  sendToParent({ type: 'done', result: { count, at: performance.timeOrigin + performance.now() } })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => {
  sendToParent({ type: 'ready', address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
})
