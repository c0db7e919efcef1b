/**
 * `tradehall reseal`: seals everything in the database with the first secret key, while the server runs, and reports what
 * each key of the ring still protects.
 */

import { StartRefused } from '@tradehall/kit/failures'
import { type OutputOptions, print, printJson, remark } from '@tradehall/kit/printing'
import { showProgress } from '@tradehall/kit/progress'
import { modulesFor } from '../composition.ts'
import type { Config } from '../config.ts'
import { LONGEST_LIFETIME_DAYS } from '../http/pages/signed-links.ts'
import { protectedValues } from '../module.ts'
import type { Platform } from '../platform/index.ts'
import { listProcesses, type ProcessRow, processesWithoutKey } from '../platform/processes/heartbeats.ts'
import { countByKey, type ProtectedValues, resealColumn } from '../platform/secrets/sealed-columns.ts'
import { withPlatform } from './with-platform.ts'

/**
 * Values that change while they are sealed are found by another pass. Each value would have to change in each pass, so more
 * passes than these mean that a process seals with another key.
 */
const MAX_PASSES = 5

export interface ResealOptions extends OutputOptions {
  dryRun?: boolean
}

/** Returns the exit code. */
export async function reseal(
  config: Config,
  { dryRun = false, json = false }: ResealOptions,
): Promise<number> {
  return await withPlatform(config, async (platform) => {
    const values = protectedValues(modulesFor(config.mode))
    const processes = (await listProcesses(platform.db)).filter(({ is_gone }) => !is_gone)
    if (!dryRun) refuseLackingProcesses(platform, processes)
    const resealed = dryRun ? 0 : await resealAll(platform, values, json)
    const report = await reportOf(platform, values, processes)
    if (json) printLines(report, resealed)
    else printReport(report, { resealed, dryRun })
    return 0
  })
}

/** A process that lacks the first key could not read any of the values any more. */
function refuseLackingProcesses({ secrets }: Platform, processes: readonly ProcessRow[]): void {
  const [keyName] = secrets.keyNames
  const [lacking] = processesWithoutKey(processes, keyName)
  if (!lacking) return
  const which = `The ${lacking.role} process ${lacking.pid} on ${lacking.host}`
  throw new StartRefused(
    lacking.report.keys
      ? `${which} does not have the key ${keyName}, so it could not read what is sealed with it; restart it with that key in TRADEHALL_SECRET_KEY, then reseal.`
      : `${which} runs an earlier version, which does not tell its keys; replace it with this version, then reseal.`,
  )
}

/** Returns the number of values that were sealed anew. */
async function resealAll(platform: Platform, { sealed }: ProtectedValues, json: boolean): Promise<number> {
  const [first] = platform.secrets.keyNames
  let old = 0
  for (const column of sealed) {
    for (const [keyName, count] of await countByKey(platform, column))
      if (keyName !== null && keyName !== first) old += count
  }
  if (old === 0) return 0
  const progress = showProgress(json ? process.stderr : process.stdout, { of: old, noun: 'values' })
  let done = 0
  for (let pass = 1; pass <= MAX_PASSES; pass++) {
    let found = 0
    for (const column of sealed) {
      const result = await resealColumn(platform, column, (count) => {
        done += count
        progress.reach(done)
      })
      found += result.found
    }
    if (found === 0) break
  }
  progress.end()
  return done
}

interface KeyReport {
  key: string
  isFirst: boolean
  /** Processes that run and seal with it. */
  sealing: readonly ProcessRow[]
  /** How many values need it. Keyed hashes whose key is not recorded may need any key. */
  protects: Readonly<Record<string, number>>
  /** What happens to them when the key is removed. */
  lost: readonly string[]
}

interface Report {
  keys: readonly KeyReport[]
  /** Values that no key of the ring opens. */
  unreadable: Readonly<Record<string, number>>
  lost: readonly string[]
  /** Keyed hashes whose key was not recorded. */
  unrecorded: Readonly<Record<string, number>>
  /** Until when links are valid that were signed before now. */
  linksValidUntil: Date
}

interface Count {
  name: string
  lost: string
  /** Null if it is unknown: sealed values that no key opens, or hashes whose key was not recorded. */
  keyName: string | null
  count: number
  isHash: boolean
}

async function reportOf(
  platform: Platform,
  values: ProtectedValues,
  processes: readonly ProcessRow[],
): Promise<Report> {
  const { secrets, clock } = platform
  const counts = await countAll(platform, values)
  const isUnknown = ({ keyName }: Count) => keyName === null || !secrets.keyNames.includes(keyName)
  const isUnrecorded = (count: Count) => count.isHash && count.keyName === null
  const unreadable = counts.filter((count) => isUnknown(count) && !isUnrecorded(count))
  const unrecorded = counts.filter(isUnrecorded)
  const keys = secrets.keyNames.map((key, i) => {
    const own = counts.filter(({ keyName }) => keyName === key)
    return {
      key,
      isFirst: i === 0,
      sealing: processes.filter(({ report }) => report.keys?.[0] === key),
      protects: totals(own),
      lost: sentences([...own, ...unrecorded]),
    }
  })
  const linksValidUntil = new Date(clock.now().getTime() + LONGEST_LIFETIME_DAYS * 86_400_000)
  return {
    keys,
    unreadable: totals(unreadable),
    lost: sentences(unreadable),
    unrecorded: totals(unrecorded),
    linksValidUntil,
  }
}

async function countAll(platform: Platform, { sealed, hashed }: ProtectedValues): Promise<Count[]> {
  const counts: Count[] = []
  for (const column of sealed) {
    for (const [keyName, count] of await countByKey(platform, column))
      counts.push({ name: column.name, lost: column.lost, keyName, count, isHash: false })
  }
  for (const { name, lost, count: countHashes } of hashed) {
    for (const { keyName, count } of await countHashes(platform))
      counts.push({ name, lost, keyName, count, isHash: true })
  }
  return counts
}

function totals(counts: readonly Count[]): Record<string, number> {
  const all: Record<string, number> = {}
  for (const { name, count } of counts) all[name] = (all[name] ?? 0) + count
  return all
}

const sentences = (counts: readonly Count[]): string[] =>
  [...Map.groupBy(counts, ({ name }) => name)].map(([name, its]) => {
    const count = its.reduce((sum, { count }) => sum + count, 0)
    return `${name} (${count}): ${its[0]?.lost}`
  })

const isRemovable = ({ isFirst, sealing, lost }: KeyReport) =>
  !isFirst && sealing.length === 0 && lost.length === 0

function printLines({ keys, unreadable, unrecorded, linksValidUntil }: Report, resealed: number): void {
  for (const report of keys) {
    const { key, isFirst, sealing, protects } = report
    printJson({ key, isFirst, sealingProcesses: sealing.length, protects, isRemovable: isRemovable(report) })
  }
  printJson({ resealed, unreadable, unrecorded, linksValidUntil: linksValidUntil.toISOString() })
}

function printReport(
  { keys, unreadable, lost, unrecorded, linksValidUntil }: Report,
  { resealed, dryRun }: { resealed: number; dryRun: boolean },
): void {
  if (!dryRun) print(resealed === 0 ? 'Nothing to reseal.' : `Sealed ${resealed} values with the first key.`)
  for (const report of keys) {
    print(`Key ${report.key}${report.isFirst ? ', the first, which seals' : ''}: ${listOf(report.protects)}.`)
    if (!report.isFirst) printRemoval(report, linksValidUntil, { isHeld: Object.keys(unrecorded).length > 0 })
  }
  if (lost.length > 0) {
    print(`No key of the ring: ${listOf(unreadable)}. Put the missing key back; if it is lost:`)
    for (const sentence of lost) print(`  ${sentence}`)
  }
}

function printRemoval(report: KeyReport, linksValidUntil: Date, { isHeld }: { isHeld: boolean }): void {
  const { key, sealing, lost } = report
  if (isRemovable(report)) {
    print(
      `  It can be removed. Links that it signed stop working then; they expire by ${linksValidUntil.toISOString()}, so after that nothing is lost.`,
    )
    return
  }
  for (const { role, pid, host } of sealing)
    remark(
      `The ${role} process ${pid} on ${host} seals with the key ${key}: restart it with the first key in front, then reseal.`,
    )
  if (lost.length === 0) return
  print(`  If it is removed now${isHeld ? ' (which key made some hashes was not recorded)' : ''}:`)
  for (const sentence of lost) print(`  ${sentence}`)
}

const listOf = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ') || 'protects nothing'
