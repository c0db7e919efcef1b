import { conflict, notFound, pointTo, unprocessable } from '../../domain/problems.ts'
import { MAX_DAYS, type Period } from './exports/export-rules.ts'

export const periodEndsBeforeStart = ({ from, to }: Period, at: string | undefined) =>
  unprocessable(
    `The period must end on its first day, ${from}, or later; it ends on ${to}.`,
    pointTo(at, 'attributes.to'),
  )

export const periodTooLong = (days: number, at: string | undefined) =>
  unprocessable(
    `The period may have ${MAX_DAYS} days; it has ${days}. Ask for several exports.`,
    pointTo(at, 'attributes.to'),
  )

export const duplicateType = (type: string, index: number, at: string | undefined) =>
  unprocessable(
    `Each type may be asked for once; ${type} is here twice. Put its formats into one list.`,
    pointTo(at, `attributes.exports.${index}.type`),
  )

export const tooManyUnfinishedExports = (most: number) =>
  conflict(`There are ${most} exports under way already. Wait until one is finished.`)

const REASONS: Record<string, string> = {
  created: 'has not begun yet; ask again later',
  in_process: 'is not finished yet; ask again later',
  failed: 'failed: its `failures` say why',
}

export const exportNotDownloadable = ({ id, status }: { id: string; status: string }) =>
  notFound(
    `There is no file to download. The export ${id} ${REASONS[status] ?? 'has expired; ask for a new one'}.`,
  )
