/** The statements that nodes get of each operation, and of processes that have nothing to do. */
import { type Check, check } from '../../judgement/check.ts'
import { nodesOfBrands } from '../cluster.ts'
import { type NodeLogs, openNodeLogs } from '../node-logs.ts'
import { MOST_STATEMENTS, playOperations, type Send } from '../operations.ts'
import {
  type Execution,
  figuresOf,
  type OperationFigures,
  type RemoteCommand,
  tally,
} from '../remote-commands.ts'
import { awaitRest, type Phase, pause, type Scene } from '../scene.ts'

/** Of each node's brand; those of the first round open connections and plan statements, and do not count. */
const ROUNDS = 4
const IDLE_SECONDS = 5
/** Two workers may ask each node twice a second, and a little more. */
const MOST_IDLE = 5
const API = 'tradehall api'
const EXCERPT = 90
const NO_LOGS =
  'a node writes no log as JSON (logging_collector = on, log_destination = jsonlog), or the role may not read it'

export const counts: Phase = {
  key: 'counts',
  name: 'statements sent to nodes, by operation',
  async play(scene) {
    const logs = await openNodeLogs(scene.cluster.url)
    if (!logs) return { checks: [], skipped: NO_LOGS }
    try {
      const operations = figuresOf(await countOperations(scene, logs))
      return { operations, checks: [...operations.map(judge), await judgeIdle(scene, logs)] }
    } finally {
      await logs.close()
    }
  },
}

async function countOperations(scene: Scene, logs: NodeLogs): Promise<Execution[]> {
  const executions: Execution[] = []
  const brands = scene.idle.flatMap((share) => share.brands)
  const nodeOf = await nodesOfBrands(
    scene.db,
    brands.map(({ id }) => id),
  )
  const coordinator = await nameOfCoordinator(scene)
  for (let round = 0; round < ROUNDS; round++) {
    for (const brand of brands) {
      const client = scene.newClient({ rate: Number.POSITIVE_INFINITY })
      const allowed = [nodeOf.get(brand.id) ?? '', coordinator]
      const send: Send = async (operation, request) => {
        await logs.take()
        const answer = await client.send({ ...request, node: 'api-1' })
        const commands = (await logs.take()).filter(({ of }) => of === API)
        if (round > 0) executions.push({ operation, allowed, status: answer.status, ...tally(commands) })
        return answer
      }
      await playOperations(send, scene.workOf(client, [brand], scene.stop), brand)
    }
  }
  return executions
}

async function nameOfCoordinator({ db }: Scene): Promise<string> {
  const [row] = await db<{ name: string }[]>`
    select nodename || ':' || nodeport as name from pg_dist_node where groupid = 0`
  return row?.name ?? ''
}

function judge({ operation, statements, foreignNodes, failures }: OperationFigures): Check {
  const most = MOST_STATEMENTS[operation]
  const isKept = foreignNodes === 0 && failures.length === 0 && (most === undefined || statements <= most)
  const seen = [
    `${statements} statements`,
    ...(foreignNodes > 0 ? [`${foreignNodes} other nodes`] : []),
    ...(failures.length > 0 ? [`answers ${[...new Set(failures)].join(', ')}`] : []),
  ]
  const limit = most === undefined ? '' : `, at most ${most} statements`
  return check(`${operation}: its node and the coordinator${limit}`, isKept, seen.join(', '))
}

async function judgeIdle(scene: Scene, logs: NodeLogs): Promise<Check> {
  await awaitRest(scene)
  await logs.take()
  await pause(scene, IDLE_SECONDS)
  const commands = (await logs.take()).filter(({ of }) => of?.startsWith('tradehall') ?? false)
  const { statements, byNode } = tally(commands)
  const perSecond = Math.max(0, ...byNode.values()) / IDLE_SECONDS
  const rule = `at rest a node gets at most ${MOST_IDLE} statements a second`
  return check(
    rule,
    perSecond <= MOST_IDLE,
    `${perSecond.toFixed(1)} (${statements} in ${IDLE_SECONDS} s, ${mostFrequent(commands)})`,
  )
}

function mostFrequent(commands: readonly RemoteCommand[]): string {
  const kindOf = ({ of, text }: RemoteCommand) => `${of}: ${text.replaceAll(/\s+/g, ' ').slice(0, EXCERPT)}`
  const [first] = [...Map.groupBy(commands, kindOf)].toSorted(
    ([, one], [, other]) => other.length - one.length,
  )
  return first ? `${first[1].length} of ${first[0]}` : 'none'
}
