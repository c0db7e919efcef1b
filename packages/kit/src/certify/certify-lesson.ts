/** One lesson, for a run of all of them and for tools that play a single one. */

import { nearestNames } from '@tradehall/product-files'
import type { Connection } from '../connection.ts'
import { StartRefused } from '../failures.ts'
import { isClaimed, type Lesson, reasonToSkip } from './lesson.ts'
import { LESSONS } from './lessons/index.ts'
import { randomOf } from './random.ts'
import { type ReportedLesson, reportLesson, reportSkipped } from './report/report.ts'
import { runLesson } from './run-lesson.ts'
import type { CertifySettings } from './settings.ts'

export interface LessonOptions {
  settings: CertifySettings
  connection: Connection
  environment: Record<string, string | undefined>
  seed: number
  stop: AbortSignal
}

export function findLesson(name: string): Lesson {
  const found = LESSONS.find(({ id }) => id === name)
  if (found) return found
  const nearest = nearestNames(
    name,
    LESSONS.map(({ id }) => id),
  )
  const hint = nearest.length > 0 ? ` Did you mean ${nearest.join(' or ')}?` : ''
  throw new StartRefused(`There is no lesson ${name}.${hint} \`certify --list\` lists them.`)
}

/** Plays and grades a lesson; skips it if the connector does not claim the subject of the lesson. */
export async function certifyLesson(
  lesson: Lesson,
  { settings, connection, environment, seed, stop }: LessonOptions,
): Promise<ReportedLesson> {
  const reason = reasonToSkip(lesson, settings)
  if (reason !== undefined) return reportSkipped(lesson, reason, isClaimed(lesson, settings))
  const result = await runLesson(lesson, {
    settings,
    sandbox: connection.client,
    baseUrl: connection.baseUrl,
    random: randomOf(seed, lesson.id),
    environment: withoutSettings(environment),
    stop,
  })
  return reportLesson(lesson, result)
}

/** The connector gets its own credentials for the lesson, so it must not inherit the settings of this program. */
const withoutSettings = (environment: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('TRADEHALL_')))
