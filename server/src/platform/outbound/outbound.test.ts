import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { certificate } from '../../../test/certificate.ts'
import { freePort } from '../../../test/ports.ts'
import { startReceiver } from '../../../test/receiver.ts'
import { createOutbound, type OutboundOptions } from './outbound.ts'
import { TargetRefused } from './targets.ts'

function outboundFor(options: Partial<OutboundOptions> = {}) {
  const outbound = createOutbound({ loopback: true, ...options })
  onTestFinished(() => outbound.close())
  const post = (url: string, timeoutMs = 10_000) =>
    outbound.post({ url, headers: { 'content-type': 'application/json' }, body: '{}', timeoutMs })
  return { outbound, post }
}

/** A server that passes each connection to `onRequest` after the first bytes of its request. */
async function startRaw(
  onRequest: (socket: Socket) => void,
  server: Server = createServer(),
): Promise<string> {
  const sockets = new Set<Socket>()
  server.on(server.listenerCount('connection') > 0 ? 'secureConnection' : 'connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => onRequest(socket))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((closed) => server.close(closed))
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('the address that is connected to', () => {
  test('is the same with a dot at the end of its name', async () => {
    const receiver = await startReceiver()
    const { port } = new URL(receiver.url)
    const { outbound, post } = outboundFor()
    await outbound.check(`http://localhost.:${port}/hooks`)
    expect(await post(`http://localhost.:${port}/hooks`)).toMatchObject({ status: 200 })
    expect(receiver.received[0]?.headers.host).toBe(`localhost:${port}`)
  })

  test('is the checked one: a name that resolves to a public address first and to a private one later is refused', async () => {
    const receiver = await startReceiver()
    const { port } = new URL(receiver.url)
    const answers = [['93.184.215.14'], ['10.0.0.1'], ['127.0.0.1', '10.0.0.1']]
    const { outbound, post } = outboundFor({ resolve: async () => answers.shift() ?? ['10.0.0.1'] })
    await outbound.check(`https://turning.example:${port}/`)
    for (let i = 0; i < 3; i++) {
      expect(await post(`https://turning.example:${port}/`)).toMatchObject({
        failure: 'refused',
        detail: expect.stringContaining('10.0.0.1'),
      })
    }
    expect(receiver.received).toEqual([])
  })

  test('is refused if any address of its name is closed', async () => {
    const closed = [
      '127.0.0.1',
      '10.0.0.1',
      '169.254.169.254',
      '100.64.0.1',
      '::1',
      '::ffff:10.0.0.1',
      '64:ff9b::a00:1',
      'fd00::1',
      '2002:a00:1::1',
      '2001:0:1::1',
    ]
    for (const address of closed) {
      const { outbound, post } = outboundFor({
        loopback: false,
        resolve: async () => ['93.184.215.14', address],
      })
      await expect(outbound.check('https://name.example/'), address).rejects.toThrow(TargetRefused)
      expect(await post('https://name.example/'), address).toMatchObject({ failure: 'refused' })
    }
  })

  test('is also checked if the URL contains an IP address', async () => {
    const { outbound, post } = outboundFor({ loopback: false })
    for (const url of ['https://127.0.0.1/', 'https://[::1]/', 'https://2130706433/']) {
      await expect(outbound.check(url)).rejects.toThrow(TargetRefused)
      expect(await post(url)).toMatchObject({ failure: 'refused' })
    }
  })

  test('is reached by plain HTTP on this machine only', async () => {
    const { outbound, post } = outboundFor({ resolve: async () => ['93.184.215.14'] })
    await expect(outbound.check('http://name.example/')).rejects.toThrow(/Plain HTTP/)
    expect(await post('http://name.example/')).toMatchObject({ failure: 'refused' })
  })

  test('may not exist yet at the check; requests then report it as unresolved', async () => {
    const nowhere = Object.assign(new Error('none'), { code: 'ENOTFOUND', syscall: 'queryA' })
    const { outbound, post } = outboundFor({ resolve: () => Promise.reject(nowhere) })
    await outbound.check('https://later.example/')
    // Without an address it is unknown whether this is the machine itself.
    await expect(outbound.check('http://later.example/')).rejects.toThrow(/Plain HTTP/)
    expect(await post('https://later.example/')).toMatchObject({ failure: 'unresolved' })
  })
})

describe('a response', () => {
  test('of any status is returned with its first kilobyte, and connections are reused', async () => {
    const receiver = await startReceiver((_received, response) => {
      response.writeHead(503, { 'retry-after': '7' }).end('x'.repeat(5000))
    })
    const { post } = outboundFor()
    for (let i = 0; i < 20; i++) {
      expect(await post(receiver.url)).toMatchObject({
        status: 503,
        retryAfter: '7',
        excerpt: 'x'.repeat(1024),
      })
    }
    expect(new Set(receiver.received.map(({ port }) => port)).size).toBeLessThan(4)
  })

  test('that redirects is not followed', async () => {
    const elsewhere = await startReceiver()
    const receiver = await startReceiver((_received, response) => {
      response.writeHead(307, { location: elsewhere.url }).end()
    })
    const { post } = outboundFor()
    expect(await post(receiver.url)).toMatchObject({ status: 307 })
    expect(elsewhere.received).toEqual([])
  })

  test('that never arrives ends with a timeout', async () => {
    const host = await startRaw(() => {})
    const { post } = outboundFor()
    expect(await post(`http://${host}/`, 300)).toMatchObject({ failure: 'timed_out' })
  })

  test('that arrives byte by byte ends with the timeout too, both in its headers and in its body', async () => {
    const drip = (text: string) => (socket: Socket) => {
      let sent = 0
      const timer = setInterval(() => socket.write(text[sent++] ?? 'x'), 10)
      socket.on('close', () => clearInterval(timer))
    }
    const { post } = outboundFor()
    const head = await startRaw(drip(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(10_000)}`))
    expect(await post(`http://${head}/`, 500)).toMatchObject({ failure: 'timed_out' })
    // A received status counts, even if the body does not end in time.
    const body = await startRaw((socket) => {
      socket.write(
        'HTTP/1.1 204 No Content\r\n\r\n'.replace(
          '204 No Content\r\n',
          '200 OK\r\ncontent-length: 100000\r\n',
        ),
      )
      drip('')(socket)
    })
    const outcome = await post(`http://${body}/`, 2000)
    expect(outcome).toMatchObject({ status: 200 })
  })

  test('of gigabytes is not read', async () => {
    let written = 0
    const host = await startRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 8000000000\r\n\r\n')
      const chunk = Buffer.alloc(65_536)
      const pour = () => {
        while (!socket.destroyed && socket.write(chunk)) written += chunk.length
        written += chunk.length
      }
      socket.on('drain', pour)
      pour()
    })
    const { post } = outboundFor()
    const outcome = await post(`http://${host}/`)
    expect(outcome).toMatchObject({ status: 200, excerpt: '\0'.repeat(1024) })
    // Not more than the buffers between the two ends can hold.
    expect(written).toBeLessThan(50_000_000)
  })

  test('with endless headers is aborted', async () => {
    const host = await startRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const line = `x: ${'y'.repeat(1000)}\r\n`.repeat(50)
      socket.write(line)
    })
    const { post } = outboundFor()
    expect(await post(`http://${host}/`)).toMatchObject({ failure: 'broken_off' })
  })

  test.each([
    ['nothing', ''],
    ['half a head', 'HTTP/1.1 200 O'],
    ['no HTTP', 'hello\r\n\r\n'],
  ])('of %s before the connection is closed is reported as broken off', async (_what, text) => {
    const host = await startRaw((socket) => socket.end(text))
    const { post } = outboundFor()
    expect(await post(`http://${host}/`)).toMatchObject({ failure: 'broken_off' })
  })

  test('from a port without a listener is reported as unreachable', async () => {
    const port = await freePort()
    const { post } = outboundFor()
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ failure: 'unreachable' })
    expect(await post(`http://localhost:${port}/`)).toMatchObject({ failure: 'unreachable' })
  })
})

describe('TLS', () => {
  const serve = () =>
    startRaw(
      (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'),
      createTlsServer(certificate) as unknown as Server,
    )

  test('an untrusted certificate is refused, and a trusted one is accepted', async () => {
    const port = (await serve()).split(':')[1]
    const resolve = async () => ['127.0.0.1']
    const strict = outboundFor({ resolve })
    expect(await strict.post(`https://hooks.example:${port}/`)).toMatchObject({ failure: 'bad_certificate' })
    const trusting = outboundFor({ resolve, ca: certificate.cert })
    expect(await trusting.post(`https://hooks.example:${port}/`)).toMatchObject({ status: 200 })
    expect(await trusting.post(`https://others.example:${port}/`)).toMatchObject({
      failure: 'bad_certificate',
    })
  })

  test('a host that does not speak TLS is reported as a bad certificate', async () => {
    const host = await startRaw((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    const { post } = outboundFor()
    expect(await post(`https://${host}/`)).toMatchObject({ failure: 'bad_certificate' })
  })
})
