/** One run: setup, and one phase after the other. */
import { check } from '../judgement/check.ts'
import { type EnvironmentOptions, openEnvironment, type Undo } from './environment.ts'
import { isOwnNetwork } from './network.ts'
import { calm } from './phases/calm.ts'
import { copied } from './phases/copy.ts'
import { counts } from './phases/counts.ts'
import { isolated, rebalanced } from './phases/growth.ts'
import { migrated } from './phases/migration.ts'
import { silent, stopped } from './phases/outage.ts'
import type { PhaseOutcome, Report } from './report.ts'
import type { Phase, Scene } from './scene.ts'

/** The last one stops the server. */
export const PHASES: readonly Phase[] = [
  calm,
  counts,
  stopped,
  silent,
  rebalanced,
  isolated,
  migrated,
  copied,
]

export async function runCluster(
  options: EnvironmentOptions & { phases: readonly Phase[] },
): Promise<Report> {
  const undos: Undo[] = []
  try {
    const { scene, distribution, versions } = await openEnvironment(options, undos)
    const outcomes: PhaseOutcome[] = [{ name: 'distribute', checks: [distribution] }]
    for (const phase of options.phases) outcomes.push(await playPhase(phase, scene))
    return { versions, outcomes }
  } finally {
    for (const undo of undos.toReversed()) {
      try {
        await undo()
      } catch (error) {
        options.say(`cleaning up: ${(error as Error).message}`)
      }
    }
  }
}

async function playPhase(phase: Phase, scene: Scene | undefined): Promise<PhaseOutcome> {
  const { name } = phase
  if (!scene) return { name, checks: [check('it is played', false, 'the database is not distributed')] }
  if (phase.needsOwnNodes && !scene.cluster.own)
    return { name, checks: [], skipped: 'it starts and stops nodes: not played with --url' }
  if (phase.needsOwnNetwork && !isOwnNetwork)
    return {
      name,
      checks: [],
      skipped: 'this machine lets no user have a network of his own (unshare --net, ip)',
    }
  scene.say(`phase: ${name}`)
  try {
    const played = await phase.play(scene)
    const broken = played.checks.filter(({ isKept }) => !isKept).length
    const result = broken === 0 ? 'all rules are kept' : `${broken} rules are broken`
    scene.say(`phase: ${name}: ${played.skipped ?? result}`)
    return { name, ...played }
  } catch (error) {
    scene.stop.throwIfAborted()
    return { name, checks: [check('it can be played', false, (error as Error).message)] }
  }
}
