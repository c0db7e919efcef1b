import { brandOf } from '../../../domain/actor.ts'
import { createdAnswers, listAnswer } from '../../../http/answers/answers.ts'
import type { Http } from '../../../http/http.ts'
import { type Ctx, document, file } from '../../../http/operation.ts'
import { MAX_LISTED } from '../../../platform/files/stored-files.ts'
import { XLSX_TYPE } from '../../../platform/files/workbook.ts'
import { noFileToDownload } from './errors.ts'
import { listReports, type ReportRow, reportFiles } from './queries.ts'
import { isDownloadable } from './report-rules.ts'
import { readOwnReport, requestReport } from './reports.ts'
import { createReportBody, errorReport, type ReportWithUrl } from './resource.ts'

const PATH = '/api/v1/catalog/exchange/error-reports'
const downloadPath = (id: string) => `/api/v1/catalog/exchange/storage/error-reports/${id}`
const shared = { tag: 'Catalog integrations', access: 'brand' } as const
const ofReport = { ...shared, params: { error_report: 'The id of the error report.' } }

export function errorReportRoutes(http: Http): void {
  const withUrl = ({ clock, publicUrl }: Ctx, row: ReportRow): ReportWithUrl => ({
    ...row,
    download_url: isDownloadable(row, clock.now()) ? `${publicUrl}${downloadPath(row.id)}` : null,
  })

  http.operation({
    ...shared,
    method: 'POST',
    path: PATH,
    id: 'createErrorReport',
    support: 'write',
    summary: 'Ask for the error report of an operation',
    description:
      'For an operation on the catalog that has ended. The file is made in the background. An operation has one report: asking again answers with it, and so does an id of your own that is known.',
    query: { resource: errorReport },
    body: createReportBody,
    answers: createdAnswers(errorReport, 'The new report.', 'The report that the operation has already.'),
    async handle(ctx, { body: { data } }) {
      const { pim_import_job_id: operationId } = data.attributes
      const request = { id: data.id, operationId }
      const { report, created } = await requestReport(ctx, brandOf(ctx.actor), request, 'data')
      return document(errorReport, withUrl(ctx, report), { status: created ? 201 : 200 })
    },
  })

  http.operation({
    ...shared,
    method: 'GET',
    path: PATH,
    id: 'listErrorReports',
    summary: 'The error reports of the brand',
    description: 'There are no pages.',
    query: { resource: errorReport },
    answers: [listAnswer(errorReport, `The newest ${MAX_LISTED}, newest first.`)],
    async handle(ctx) {
      const rows = await listReports(ctx.db, brandOf(ctx.actor))
      const reports = rows.map((row) => withUrl(ctx, row))
      return document(errorReport, reports)
    },
  })

  http.operation({
    ...ofReport,
    method: 'GET',
    path: `${PATH}/{error_report}`,
    id: 'getErrorReport',
    summary: 'One error report',
    description: 'For following its progress.',
    query: { resource: errorReport },
    answers: [{ status: 200, description: 'The report as it is now.', resource: errorReport }],
    async handle(ctx, { params }) {
      const row = await readOwnReport(ctx.db, brandOf(ctx.actor), params.error_report)
      return document(errorReport, withUrl(ctx, row))
    },
  })

  http.operation({
    ...ofReport,
    method: 'GET',
    path: downloadPath('{error_report}'),
    id: 'downloadErrorReport',
    summary: 'Download an error report',
    description: 'For any `Accept`. 404 while it is not completed, when it failed, and after it expired.',
    media: 'file',
    answers: [{ status: 200, description: 'The workbook.', file: [XLSX_TYPE] }],
    async handle(ctx, { params }) {
      const row = await readOwnReport(ctx.db, brandOf(ctx.actor), params.error_report)
      if (!isDownloadable(row, ctx.clock.now()) || row.bytes === null) throw noFileToDownload(row)
      return file({
        stream: reportFiles.read(ctx.db, row),
        contentType: XLSX_TYPE,
        filename: row.filename,
        // The chunks of a run are never overwritten.
        version: `${row.id}.${row.run}`,
        bytes: row.bytes,
      })
    },
  })
}
