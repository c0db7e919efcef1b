/**
 * Chooses the account under which the embedded database runs, and builds its command line.
 *
 * An ordinary user runs it under their own account. PostgreSQL refuses to run as root, so root runs it under an
 * unprivileged account. That account often cannot enter the folder of a clone (`/root`, `mktemp -d`): then it is granted
 * the one capability that is needed for that.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartRefused } from '@tradehall/kit/failures'

export interface Account {
  uid: number
  gid: number
}

/** A command line, and the account to spawn it with where the command does not switch accounts itself. */
export interface Launch {
  command: string
  args: string[]
  identity: Partial<Account>
}

export type Launcher = (binary: string, args: string[]) => Launch

/** `undefined`: the account of the server process. */
export function databaseAccount(databaseDir: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const owner = existsSync(databaseDir) ? statSync(databaseDir) : undefined
  // A folder created by an ordinary user stays theirs, so that they can start the server again without root.
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const account = lookUp('postgres') ?? lookUp('nobody')
  if (account) return account
  throw new StartRefused(
    'PostgreSQL refuses to run as root, and this machine has no account "postgres" or "nobody" to run it under; start as an ordinary user, or set TRADEHALL_DATABASE_URL.',
  )
}

export interface Surroundings {
  /** Folders that the database uses. */
  folders: string[]
  /** Programs that are run. */
  binaries: string[]
}

export function databaseLauncher(account: Account | undefined, surroundings: Surroundings): Launcher {
  const setpriv = hasSetpriv()
  const capability = account && neededCapability(account, surroundings, setpriv)
  if (!setpriv) return (command, args) => ({ command, args, identity: spawnIdentity(account) })
  const options = [
    ...DIE_WITH_PARENT,
    ...(account ? become(account) : []),
    ...(capability ? grant(capability) : []),
  ]
  return (binary, args) => ({ command: 'setpriv', args: [...options, binary, ...args], identity: {} })
}

/** The kernel sends this signal to the database when its guard process is killed. */
const DIE_WITH_PARENT = ['--pdeathsig', 'INT']

const become = ({ uid, gid }: Account) => ['--reuid', `${uid}`, '--regid', `${gid}`, '--clear-groups']

/**
 * `no_setuid_fixup` is needed because PostgreSQL checks its own executable with access(2), which ignores the capabilities
 * of a user other than root unless that bit is set.
 */
const grant = (capability: Capability) => [
  ...['--inh-caps', `+${capability}`, '--ambient-caps', `+${capability}`],
  ...['--securebits', '+no_setuid_fixup'],
]

/** Node expects a signed integer; "nobody" is 4294967294 on some systems. */
const spawnIdentity = (account: Account | undefined) =>
  account ? { uid: account.uid | 0, gid: account.gid | 0 } : {}

function lookUp(name: string): Account | undefined {
  const ask = (option: string) =>
    Number(execFileSync('id', [option, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  try {
    return { uid: ask('-u'), gid: ask('-g') }
  } catch {
    return undefined
  }
}

function hasSetpriv(): boolean {
  try {
    // Some small systems have a `setpriv` without the required options.
    const help = execFileSync('setpriv', ['--help'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return help.includes('--pdeathsig') && help.includes('--ambient-caps')
  } catch {
    return false
  }
}

type Capability = 'dac_read_search' | 'dac_override'
/** Bit numbers of linux/capability.h. */
const CAPABILITY_BIT: Record<Capability, bigint> = { dac_override: 1n, dac_read_search: 2n }

function neededCapability(
  account: Account,
  { folders, binaries }: Surroundings,
  setpriv: boolean,
): Capability | undefined {
  const entered = [...folders, ...binaries.map((binary) => dirname(binary))]
  const closed = entered.map((folder) => firstClosedFolder(account, folder)).find(Boolean)
  const locked = binaries.find((path) => !mayEnter(account, statSync(path)))
  const obstacle = closed ?? locked
  if (!obstacle) return undefined
  // `dac_read_search` is enough for folders. A program without the x bit for others needs `dac_override`, and so does a
  // container that lacks `dac_read_search`.
  const fitting: Capability[] = locked ? ['dac_override'] : ['dac_read_search', 'dac_override']
  const capability = setpriv ? fitting.find(isHeld) : undefined
  if (capability) return capability
  throw new StartRefused(
    `PostgreSQL refuses to run as root, and the account that it runs under instead cannot access ${obstacle}; move the data folder (TRADEHALL_DATA_DIR) and the program to folders that other users may enter, start as an ordinary user, or set TRADEHALL_DATABASE_URL.`,
  )
}

/** The topmost folder on the path to `folder`, itself included, that the account may not enter. */
export function firstClosedFolder(account: Account, folder: string): string | undefined {
  return pathTo(realpathSync(folder)).find((step) => !mayEnter(account, statSync(step)))
}

const pathTo = (folder: string): string[] =>
  folder === dirname(folder) ? [folder] : [...pathTo(dirname(folder)), folder]

function mayEnter(account: Account, { mode, uid, gid }: Stats): boolean {
  if (uid === account.uid) return (mode & 0o100) !== 0
  if (gid === account.gid) return (mode & 0o010) !== 0
  return (mode & 0o001) !== 0
}

function isHeld(capability: Capability): boolean {
  const status = readFileSync('/proc/self/status', 'utf8')
  return ['CapPrm', 'CapBnd'].every((set) => {
    const bits = BigInt(`0x${new RegExp(`^${set}:\\s*([0-9a-f]+)`, 'm').exec(status)?.[1] ?? '0'}`)
    return ((bits >> CAPABILITY_BIT[capability]) & 1n) === 1n
  })
}
