import { brandOf } from '../../domain/actor.ts'
import { listAnswer } from '../../http/answers/answers.ts'
import type { Http } from '../../http/http.ts'
import { type Ctx, document, file } from '../../http/operation.ts'
import { MAX_LISTED } from '../../platform/files/stored-files.ts'
import { exportNotDownloadable } from './errors.ts'
import { CONTENT_TYPES, contentTypeOf, downloadFilename, isDownloadable } from './exports/export-rules.ts'
import { readOwnExport, requestExport } from './exports/exports.ts'
import { type ExportRow, exportFiles, listExports } from './exports/queries.ts'
import { billingExport, createExportBody, type ExportWithLink } from './resources.ts'

const PATH = '/api/v1/ordering/billing-exports'
const shared = { tag: 'Ordering', access: 'brand' } as const
const ofExport = { ...shared, params: { billing_export: 'The id of the export.' } }

export function billingRoutes(http: Http): void {
  requestRoute(http)
  readRoutes(http)
  downloadRoute(http)
}

const withLink = ({ clock, publicUrl }: Ctx, row: ExportRow): ExportWithLink => ({
  ...row,
  download_link: isDownloadable(row, clock.now()) ? `${publicUrl}${downloadPath(row.id)}` : null,
})

function requestRoute(http: Http): void {
  http.operation({
    ...shared,
    method: 'POST',
    path: PATH,
    id: 'createBillingExport',
    support: 'write',
    summary: 'Ask for a billing export',
    description:
      'The files are made in the background. Orders that were submitted in the period count, except rejected and cancelled ones; `invoicing` has only those that are invoiced or paid. Send an id of your own to make a retry harmless: a known one answers with the stored export.',
    query: { resource: billingExport },
    body: createExportBody,
    bodyExample: {
      data: {
        type: 'billing-exports',
        attributes: {
          from: '2026-02-01',
          to: '2026-02-28',
          exports: [{ type: 'accounting', formats: ['csv', 'xlsx'] }],
        },
      },
    },
    answers: [{ status: 200, description: 'The export, new or stored.', resource: billingExport }],
    problems: [{ status: 409, description: 'Too many exports of this brand are under way.' }],
    async handle(ctx, { body: { data } }) {
      const row = await requestExport(ctx, { ...data.attributes, id: data.id }, 'data')
      return document(billingExport, withLink(ctx, row))
    },
  })
}

function readRoutes(http: Http): void {
  http.operation({
    ...shared,
    method: 'GET',
    path: PATH,
    id: 'listBillingExports',
    summary: 'The billing exports that have not expired',
    description: 'There are no pages.',
    query: { resource: billingExport },
    answers: [listAnswer(billingExport, `The newest ${MAX_LISTED}, newest first.`)],
    async handle(ctx) {
      const rows = await listExports(ctx.db, brandOf(ctx.actor), ctx.clock.now())
      const exports = rows.map((row) => withLink(ctx, row))
      return document(billingExport, exports)
    },
  })

  http.operation({
    ...ofExport,
    method: 'GET',
    path: `${PATH}/{billing_export}`,
    id: 'getBillingExport',
    summary: 'One billing export',
    description: 'For following its progress.',
    query: { resource: billingExport },
    answers: [{ status: 200, description: 'The export as it is now.', resource: billingExport }],
    async handle(ctx, { params }) {
      return document(billingExport, withLink(ctx, await readOwnExport(ctx, params.billing_export)))
    },
  })
}

function downloadRoute(http: Http): void {
  http.operation({
    ...ofExport,
    method: 'GET',
    path: downloadPath('{billing_export}'),
    id: 'downloadBillingExport',
    summary: 'Download a billing export',
    description: 'For any `Accept`. 404 while it is not finished, when it failed, and after it expired.',
    media: 'file',
    answers: [
      { status: 200, description: 'One file, or several in an archive.', file: Object.values(CONTENT_TYPES) },
    ],
    async handle(ctx, { params }) {
      const row = await readOwnExport(ctx, params.billing_export)
      if (!isDownloadable(row, ctx.clock.now())) throw exportNotDownloadable(row)
      return file({
        stream: exportFiles.read(ctx.db, row),
        contentType: contentTypeOf(row.wanted),
        filename: downloadFilename(row.wanted, { from: row.from_on, to: row.to_on }),
        // The chunks of a run are never overwritten.
        version: `${row.id}.${row.run}`,
        ...(row.bytes !== null && { bytes: row.bytes }),
      })
    },
  })
}

const downloadPath = (id: string) => `${PATH}/${id}/-actions/download`
