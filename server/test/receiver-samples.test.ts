/** The receivers that the dashboard shows verify real signatures, where their language is installed. */
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newSigningSecret, signatureHeaders } from '@tradehall/kit/webhook-signatures'
import { expect, onTestFinished, test } from 'vitest'
import { RECEIVER_SAMPLES } from '../../dashboard/src/pages/integrations/receiver-samples.ts'
import { freePort } from './ports.ts'
import { needs } from './requirements.ts'

function has(command: string): boolean {
  try {
    execFileSync(command, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const PYTHON = { met: has('python3'), missing: 'python3 is not installed' }

test('Node', async () => await verifies(process.execPath, 'receiver.mjs', RECEIVER_SAMPLES.node.code))
test(
  'Python',
  needs(PYTHON),
  async () => await verifies('python3', 'receiver.py', RECEIVER_SAMPLES.python.code),
)

async function verifies(command: string, file: string, code: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'receiver-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, file), code)
  const [secret, port] = [newSigningSecret(), await freePort()]
  const program = spawn(command, [join(folder, file)], {
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) },
    stdio: 'ignore',
  })
  onTestFinished(() => void program.kill())
  const body = JSON.stringify({ meta: { event: { type: 'order.shipped' } }, data: { id: 'ü' } })
  const headers = signatureHeaders({ eventId: 'e', body, at: new Date(), secrets: [secret] })
  const post = async (text: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: text, headers })
    return answer.status
  }
  await expect.poll(() => post(body).catch(() => 0), { timeout: 20_000 }).toBe(204)
  expect(await post(`${body} `)).toBe(401)
}
