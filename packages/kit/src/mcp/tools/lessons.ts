/** Lessons of `certify`, which show whether a connector holds what it promises. */
import { randomInt } from 'node:crypto'
import { Type } from 'typebox'
import { findLesson } from '../../certify/certify-lesson.ts'
import { needsText } from '../../certify/lesson.ts'
import { LESSONS } from '../../certify/lessons/index.ts'
import type { ReportedCheck, ReportedLesson } from '../../certify/report/report.ts'
import type { LessonRun } from '../lessons.ts'
import { defineTool, type ToolCall } from '../tool.ts'

const strict = { additionalProperties: false }
const IDS = LESSONS.map(({ id }) => id)

export const listLessons = defineTool({
  name: 'list_lessons',
  title: 'List the lessons for connectors',
  description:
    'The lessons that a connector can be put through, or what one of them does and requires, with how to mend what fails.',
  input: Type.Object(
    { lesson: Type.Optional(Type.Enum(IDS, { description: 'The lesson to explain.' })) },
    strict,
  ),
  effect: 'reads',
  run({ lesson }) {
    if (lesson !== undefined) return explain(lesson)
    const lines = LESSONS.map(({ id, about, needs }) => `${id}: ${about} ${needsText(needs)}`.trimEnd())
    return [...lines, '', 'Name one for its requirements; run_lesson plays it.'].join('\n')
  },
})

function explain(name: string): string {
  const { title, about, needs, requirements } = findLesson(name)
  const lines = Object.entries(requirements).map(
    ([id, { text, fix, isAdvice }]) => `- ${name}.${id}${isAdvice ? ' (advice)' : ''}: ${text} Fix: ${fix}`,
  )
  return [title, '', `${about} ${needsText(needs)}`.trimEnd(), '', ...lines].join('\n')
}

export const runLessonTool = defineTool({
  name: 'run_lesson',
  title: 'Play a lesson with the connector',
  description:
    'Starts the connector as its certify.json says, with the credentials of a fresh brand, plays the lesson and grades it. Returns the verdict, or after 45 seconds the number of the run for read_verdict. Some lessons move the clock meanwhile, and set it back.',
  input: Type.Object(
    {
      lesson: Type.Enum(IDS),
      seed: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 4_294_967_295, description: 'Repeats the choices of a run.' }),
      ),
    },
    strict,
  ),
  effect: 'changes',
  runsProgram: true,
  async run({ lesson, seed = randomInt(1_000_000) }, call) {
    const run = await call.lessons.start(lesson, seed)
    // The lesson ends when the call is cancelled.
    call.signal.addEventListener('abort', run.stop, { once: true })
    const text = await verdictOf(run, call)
    call.signal.removeEventListener('abort', run.stop)
    return text
  },
})

export const readVerdict = defineTool({
  name: 'read_verdict',
  title: 'Read the verdict on a run',
  description:
    'The verdict on a run of run_lesson: every requirement with what was found, the requests that show it, and how to mend it. Waits up to 45 seconds for a lesson that is still played.',
  input: Type.Object(
    { run: Type.String({ minLength: 1, maxLength: 20, description: 'Number of the run.' }) },
    strict,
  ),
  effect: 'reads',
  run: async ({ run }, call) => await verdictOf(call.lessons.find(run), call),
})

/** Clients usually wait for a minute. */
const WAIT_MS = 45_000
const REPORT_MS = 5000

async function verdictOf(run: LessonRun, { signal, progress }: ToolCall): Promise<string> {
  const report = setInterval(() => progress(`playing the lesson ${run.lesson}`), REPORT_MS)
  const limit = AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)])
  const waited = new Promise<void>((resolve) =>
    limit.addEventListener('abort', () => resolve(), { once: true }),
  )
  await Promise.race([run.ended, waited])
  clearInterval(report)
  const { id, lesson, seed, outcome } = run
  if (outcome === undefined) return `The lesson ${lesson} is still played. Call read_verdict with run: ${id}`
  if ('error' in outcome) throw outcome.error
  return describe(outcome, `run ${id}, seed ${seed}`)
}

function describe({ id, verdict, reason, seconds, checks, output }: ReportedLesson, run: string): string {
  return [
    `${id}: ${verdict}${reason === null ? ` after ${seconds} s` : `, because ${reason}`} (${run})`,
    ...checks.flatMap((check) => ['', ...linesOf(check)]),
    ...(output === null ? [] : ['', 'The end of what the connector printed:', output]),
  ].join('\n')
}

function linesOf({ id, verdict, requirement, finding, fix, requests }: ReportedCheck): string[] {
  return [
    `${verdict}  ${id}: ${requirement}`,
    `  ${finding}`,
    ...(fix === null ? [] : [`  Fix: ${fix}`]),
    ...requests.map(
      ({ at, method, url, status, id }) => `  ${at} ${method} ${url} ${status ?? 'no response'} ${id}`,
    ),
  ]
}
