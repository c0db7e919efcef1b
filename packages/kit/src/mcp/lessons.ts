/** Plays lessons with the connector of the user, one at a time, beside the calls that ask for their verdicts. */
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { certifyLesson, findLesson } from '../certify/certify-lesson.ts'
import type { ReportedLesson } from '../certify/report/report.ts'
import { DEFAULT_FILE, readCertifySettings } from '../certify/settings.ts'
import type { Sandbox } from './sandbox.ts'
import { ToolRefused } from './tool-refused.ts'

export interface LessonRun {
  id: string
  lesson: string
  seed: number
  /** Undefined while it is played. */
  outcome: ReportedLesson | { error: unknown } | undefined
  /** Resolves when there is an outcome. */
  ended: Promise<void>
  stop(): void
}

interface LessonsOptions {
  sandbox: Sandbox
  /** The `certify.json` of the connector. */
  config: string | undefined
  environment: Record<string, string | undefined>
}

const MAX_RUNS = 50
/** A connector that was told to stop is killed after ten seconds, and by the end of this process in any case. */
const CLOSE_MS = 5000

export class Lessons {
  readonly #options: LessonsOptions
  readonly #runs = new Map<string, LessonRun>()
  #count = 0

  constructor(options: LessonsOptions) {
    this.#options = options
  }

  async start(name: string, seed: number): Promise<LessonRun> {
    const { sandbox, config = DEFAULT_FILE, environment } = this.#options
    const lesson = findLesson(name)
    this.#refuseSecond()
    // With the full path, because the coding tool and not the user has chosen the folder.
    const settings = readCertifySettings(resolve(config), [])
    const stop = new AbortController()
    const run: LessonRun = {
      id: String(++this.#count),
      lesson: name,
      seed,
      outcome: undefined,
      ended: Promise.resolve(),
      stop: () => stop.abort(new ToolRefused(`The lesson ${name} was stopped before its end.`)),
    }
    // Registered before the first await, so that two calls cannot start at the same time.
    this.#runs.set(run.id, run)
    run.ended = (async () => {
      try {
        const connection = await sandbox.patientConnection()
        run.outcome = await certifyLesson(lesson, {
          settings,
          connection,
          environment,
          seed,
          stop: stop.signal,
        })
      } catch (error) {
        run.outcome = { error: stop.signal.aborted ? stop.signal.reason : error }
      }
    })()
    this.#forget()
    return run
  }

  find(id: string): LessonRun {
    const run = this.#runs.get(id)
    if (run) return run
    const known = [...this.#runs.keys()].join(', ')
    throw new ToolRefused(
      `There is no run ${id.slice(0, 50)}. ${known ? `Known runs: ${known}.` : 'run_lesson starts one.'}`,
    )
  }

  /** Ends what is played. */
  async close(): Promise<void> {
    const playing = this.#playing()
    playing?.stop()
    await Promise.race([playing?.ended, pause(CLOSE_MS, undefined, { ref: false })])
  }

  #playing(): LessonRun | undefined {
    return [...this.#runs.values()].find(({ outcome }) => outcome === undefined)
  }

  #refuseSecond(): void {
    const playing = this.#playing()
    if (!playing) return
    throw new ToolRefused(
      `The lesson ${playing.lesson} is being played, and one is played at a time: call read_verdict with run: ${playing.id}.`,
    )
  }

  #forget(): void {
    const [oldest] = this.#runs.keys()
    if (this.#runs.size > MAX_RUNS && oldest !== undefined) this.#runs.delete(oldest)
  }
}
