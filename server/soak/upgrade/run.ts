/** One run for each earlier version: setup, and one phase after the other. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openRunFolder } from '../../test/run-folder.ts'
import { type Check, check } from '../judgement/check.ts'
import { type EnvironmentOptions, openScene, type Undo } from './environment.ts'
import { copied } from './phases/copies.ts'
import { exchanged } from './phases/keys.ts'
import { judged } from './phases/rest.ts'
import { upgraded } from './phases/upgrade.ts'
import { checkOut } from './releases.ts'
import type { Phase } from './scene.ts'

/** The last one stops the server. */
export const PHASES: readonly Phase[] = [upgraded, exchanged, judged, copied]

export interface UpgradeOptions extends EnvironmentOptions {
  from: readonly string[]
  /** Where earlier versions stay installed. */
  installed?: string | undefined
}

export interface Outcome {
  release: string
  phase: string
  checks: readonly Check[]
}

export async function runUpgrades(options: UpgradeOptions): Promise<Outcome[]> {
  const undos: Undo[] = []
  const { folder, remove } = await openRunFolder()
  undos.push(remove)
  try {
    const outcomes: Outcome[] = []
    for (const commit of options.from) {
      const phases = PHASES.filter(({ isOnce }) => !isOnce || commit === options.from.at(-1))
      outcomes.push(...(await upgradeFrom(commit, folder, { ...options, phases })))
    }
    return outcomes
  } finally {
    await undoAll(undos, options.say)
  }
}

async function upgradeFrom(
  commit: string,
  parent: string,
  options: UpgradeOptions & { phases: readonly Phase[] },
): Promise<Outcome[]> {
  const undos: Undo[] = []
  const { say } = options
  try {
    const folder = join(parent, commit)
    await mkdir(folder, { mode: 0o711 })
    say(`${commit}: installing it with its own dependencies`)
    const release = await checkOut(commit, options.installed ?? folder)
    const scene = await openScene(release, { ...options, folder }, undos)
    const outcomes: Outcome[] = []
    for (const phase of options.phases) {
      say(`${commit}: ${phase.name}`)
      const checks = await phase.play(scene).catch((error: Error) => {
        options.stop.throwIfAborted()
        return [check('it can be played', false, error.message)]
      })
      outcomes.push({ release: commit, phase: phase.name, checks })
    }
    return outcomes
  } finally {
    await undoAll(undos, say)
  }
}

async function undoAll(undos: readonly Undo[], say: (line: string) => void): Promise<void> {
  for (const undo of undos.toReversed()) {
    try {
      await undo()
    } catch (error) {
      say(`cleaning up: ${(error as Error).message}`)
    }
  }
}
