/**
 * A network of the run alone, in which packets to a node can be dropped: that cannot be done with the loopback of a machine without
 * disturbing others. The command runs itself again in it, which the machine may refuse.
 */
import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'

const MARK = 'TRADEHALL_SOAK_NETWORK'
/** Whether this process is in it. */
export const isOwnNetwork = process.env[MARK] !== undefined

/** Packets to what is behind it reach nobody. */
const NOWHERE = 'nowhere'
const NOBODY = '02:00:00:00:00:01'
const SOURCE = '10.77.0.1'

export const NODES = '10.77.0.0/24'
/** The address of a node, which no other node has. */
export const addressOf = (node: number) => `10.77.0.${node + 2}`

/** Runs this command again in a network of its own; returns its exit code, or undefined if the machine refuses that. */
export async function runInOwnNetwork(): Promise<number | undefined> {
  const asUser = process.getuid?.() === 0 ? [] : ['--user', '--map-current-user', '--keep-caps']
  const into = [...asUser, '--net']
  try {
    execFileSync('unshare', [...into, 'ip', 'link', 'set', 'lo', 'up'], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  const command = [process.execPath, ...process.execArgv, ...process.argv.slice(1)]
  const child = spawn('unshare', [...into, ...command], {
    stdio: 'inherit',
    env: { ...process.env, [MARK]: 'own' },
  })
  // Of a terminal the child gets it as well.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  const [code] = await once(child, 'exit')
  return code ?? 1
}

export async function openNetwork(): Promise<void> {
  await ip('link set lo up')
  await ip(`link add ${NOWHERE} type veth peer name nobody`)
  await ip(`address add ${SOURCE}/32 dev ${NOWHERE}`)
  await ip(`link set ${NOWHERE} up`)
  await ip('link set nobody up')
}

export const join = (address: string) => ip(`address add ${address}/32 dev lo`)

/** From now on, packets to this address are lost without an answer. */
export async function drop(address: string): Promise<void> {
  await ip(`address delete ${address}/32 dev lo`)
  await ip(`route add ${address}/32 dev ${NOWHERE} src ${SOURCE}`)
  await ip(`neighbour replace ${address} lladdr ${NOBODY} dev ${NOWHERE} nud permanent`)
}

export async function restore(address: string): Promise<void> {
  await ip(`route delete ${address}/32 dev ${NOWHERE}`)
  await join(address)
}

const ip = (command: string) => promisify(execFile)('ip', command.split(' '))
