/** Prints the lessons of `tradehall certify` for `docs/integrators/certify.md`, whose sections the reports refer to. */
import type { Lesson } from '../../packages/kit/src/certify/lesson.ts'
import { needsText } from '../../packages/kit/src/certify/lesson.ts'
import { LESSONS } from '../../packages/kit/src/certify/lessons/index.ts'

export const printLessons = (): string => LESSONS.map(sectionOf).join('\n\n')

/** The heading is the id, because reports refer to it as an anchor. */
function sectionOf({ id, about, needs, movesClock, requirements }: Lesson): string {
  const rows = Object.entries(requirements).map(
    ([name, { text, fix, isAdvice }]) => `| \`${name}\`${isAdvice ? ' (advice)' : ''} | ${text} | ${fix} |`,
  )
  const notes = [needsText(needs), movesClock ? 'Moves the clock.' : ''].filter((note) => note !== '')
  return [
    `### ${id}`,
    '',
    about,
    ...(notes.length > 0 ? ['', notes.join(' ')] : []),
    '',
    '| Requirement | What | If it fails |',
    '|---|---|---|',
    ...rows,
  ].join('\n')
}
