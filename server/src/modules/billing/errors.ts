import { problem } from '@tradehall/jsonapi'
import { endsBeforeStart, notFound, pointTo, unprocessable } from '../../domain/problems.ts'
import { MAX_DAYS, type Period } from './exports/export-rules.ts'

export const periodEndsBeforeStart = ({ from, to }: Period, at: string | undefined) =>
  endsBeforeStart(
    `The period must end on its first day, ${from}, or later; it ends on ${to}.`,
    pointTo(at, 'attributes.to'),
  )

const tooLong = problem(
  'PERIOD_TOO_LONG',
  422,
  'Unprocessable Content',
  'The period has more days than `meta.maxDays`.',
)

export const periodTooLong = (days: number, at: string | undefined) =>
  tooLong(`The period may have ${MAX_DAYS} days; it has ${days}. Ask for several exports.`, {
    ...pointTo(at, 'attributes.to'),
    meta: { maxDays: MAX_DAYS, days },
  })

export const duplicateType = (type: string, index: number, at: string | undefined) =>
  unprocessable(
    `Each type may be asked for once; ${type} is here twice. Put its formats into one list.`,
    pointTo(at, `attributes.exports.${index}.type`),
  )

const tooManyExports = problem(
  'TOO_MANY_EXPORTS',
  409,
  'Conflict',
  'As many exports as possible at once, `meta.most`, are under way.',
)

export const tooManyUnfinishedExports = (most: number) =>
  tooManyExports(`There are ${most} exports under way already. Wait until one is finished.`, {
    meta: { most },
  })

const REASONS: Record<string, string> = {
  created: 'has not begun yet; ask again later',
  in_process: 'is not finished yet; ask again later',
  failed: 'failed: its `failures` say why',
}

export const exportNotDownloadable = ({ id, status }: { id: string; status: string }) =>
  notFound(
    `There is no file to download. The export ${id} ${REASONS[status] ?? 'has expired; ask for a new one'}.`,
  )
