import { problem } from '@tradehall/jsonapi'
import { notFound, pointTo, unprocessable } from '../../../domain/problems.ts'

export const unknownOperation = (id: string, at: string | undefined) =>
  unprocessable(
    `Expected the id of an operation on the catalog, but there is no operation ${id}.`,
    pointTo(at),
  )

const notEnded = problem(
  'OPERATION_NOT_ENDED',
  422,
  'Unprocessable Content',
  'The operation has not ended yet.',
)

export const operationNotEnded = ({ id, status }: { id: string; status: string }, at: string | undefined) =>
  notEnded(`Expected an operation that has ended, but ${id} is ${status}.`, pointTo(at))

const resultsGone = problem(
  'OPERATION_RESULTS_EXPIRED',
  422,
  'Unprocessable Content',
  'The results of the operation are gone: they are kept for 30 days.',
)

export const operationResultsExpired = ({ id }: { id: string }, at: string | undefined) =>
  resultsGone(
    `Expected an operation that ended less than 30 days ago, but the results of ${id} are gone.`,
    pointTo(at),
  )

const REASONS: Record<string, string> = {
  created: 'has not begun yet; ask again later',
  started: 'is not finished yet; ask again later',
  failed: 'failed: its `failureReason` says why',
  completed: 'has expired',
}

export const noFileToDownload = ({ id, status }: { id: string; status: string }) =>
  notFound(`There is no file to download. The error report ${id} ${REASONS[status]}.`)
