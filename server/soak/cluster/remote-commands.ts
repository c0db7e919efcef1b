/** What the nodes send each other, read from their logs with `citus.log_remote_commands`. Pure. */

export interface RemoteCommand {
  text: string
  /** The node that it was sent to, written `host:port`. */
  to: string
  /** The program whose session caused it, by its `application_name`; undefined if that is not known. */
  of: string | undefined
}

/** A session of a node that works for one of the coordinator is named after the process of that one. */
const INTERNAL = /^citus_internal gpid=(\d+)/
/** A global process id is that of the node, followed by ten digits of the process. */
const PROCESSES_OF_NODE = 10_000_000_000

/** `programs`: the application names of the sessions of the coordinator, by process id. */
export function readCommands(jsonLog: string, programs: ReadonlyMap<number, string>): RemoteCommand[] {
  return jsonLog.split('\n').flatMap((line) => {
    const entry = parseEntry(line)
    const [, text] = /^issuing (.*)$/s.exec(entry?.message ?? '') ?? []
    const [, to] = /^on server \S*@(\S+:\d+) connectionId/.exec(entry?.detail ?? '') ?? []
    if (text === undefined || to === undefined) return []
    const name = entry?.application_name ?? ''
    const gpid = INTERNAL.exec(name)?.[1]
    return [{ text, to, of: gpid === undefined ? name : programs.get(Number(gpid) % PROCESSES_OF_NODE) }]
  })
}

interface Entry {
  message?: string
  detail?: string
  application_name?: string
}

/** Undefined for a line that is not complete. */
function parseEntry(line: string): Entry | undefined {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

const TRANSACTIONAL = /^\s*(begin|start transaction|prepare transaction|commit|rollback|savepoint|release)\b/i

export interface Tally {
  /** Without those that begin and end transactions. */
  statements: number
  transactional: number
  /** All commands, by the node that they were sent to. */
  byNode: Map<string, number>
}

export function tally(commands: readonly RemoteCommand[]): Tally {
  const transactional = commands.filter(({ text }) => TRANSACTIONAL.test(text)).length
  const byNode = new Map<string, number>()
  for (const { to } of commands) byNode.set(to, (byNode.get(to) ?? 0) + 1)
  return { statements: commands.length - transactional, transactional, byNode }
}

/** One execution of an operation for a brand. */
export interface Execution extends Tally {
  operation: string
  /** The node of the brand, and the coordinator. */
  allowed: readonly string[]
  status: number
}

export interface OperationFigures {
  operation: string
  statements: number
  transactional: number
  /** How many nodes were asked that have nothing to do with the brand. */
  foreignNodes: number
  /** Statuses that are no success. */
  failures: number[]
}

/** Medians, because statements of other work of the same process come in between now and then. */
export function figuresOf(executions: readonly Execution[]): OperationFigures[] {
  return [...Map.groupBy(executions, ({ operation }) => operation)].map(([operation, its]) => ({
    operation,
    statements: median(its.map(({ statements }) => statements)),
    transactional: median(its.map(({ transactional }) => transactional)),
    foreignNodes: median(
      its.map(({ byNode, allowed }) => [...byNode.keys()].filter((node) => !allowed.includes(node)).length),
    ),
    failures: its.map(({ status }) => status).filter((status) => status < 200 || status > 299),
  }))
}

/** The lower one of two. */
function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((one, other) => one - other)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
}
