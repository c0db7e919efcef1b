import { attribute, instantSeconds, nullable, requestDocument, resource } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { createdAt, textAttribute, textOrNullAttribute } from '../../../domain/attributes.ts'
import { uuid } from '../../../domain/fields.ts'
import type { ReportRow } from './queries.ts'
import { REPORT_STATUSES } from './report-rules.ts'

/** A report with the URL of its download, which is null while no file is available. */
export type ReportWithUrl = ReportRow & { download_url: string | null }

export const errorReport = resource<ReportWithUrl>()({
  name: 'errorReport',
  type: 'catalog-exchange-error-report',
  accepts: ['catalog-exchange-error-reports'],
  description:
    'What failed in an operation on the catalog, as a workbook that can be corrected and imported. Made in the background: read it until it is `completed` or `failed`.',
  attributes: {
    pimImportJobId: attribute(uuid(), 'operation_id', { description: 'The operation.' }),
    brandUuid: attribute(uuid(), 'brand_id', { description: 'Whose report it is.' }),
    status: attribute(Type.Enum([...REPORT_STATUSES]), 'status', { description: 'How far it is.' }),
    filename: textAttribute('import-errors-2026-02-03.xlsx', 'filename', 'Name of the download.'),
    failureReason: textOrNullAttribute(
      'It was tried 5 times without success.',
      'failure_reason',
      'Why there is no file; null unless it failed.',
    ),
    createdAt: createdAt(instantSeconds),
    startedAt: attribute(nullable(instantSeconds), 'started_at', {
      description: 'When it was begun; null until then.',
    }),
    completedAt: attribute(nullable(instantSeconds), 'completed_at', {
      description: 'When the file was made; null until then.',
    }),
    expiresAt: attribute(nullable(instantSeconds), 'expires_at', {
      description: 'When the file is deleted: 30 days after it was made.',
    }),
    downloadUrl: attribute(
      nullable(
        Type.String({
          format: 'uri',
          examples: [
            'https://tradehall.test/api/v1/catalog/exchange/storage/error-reports/f0c9b1e7-3c1a-4e0d-9a44-2d7c6b5a8e10',
          ],
        }),
      ),
      'download_url',
      { description: 'Where the file is, with a token like all else; null while there is none.' },
    ),
  },
})

export const createReportBody = requestDocument(errorReport, {
  id: 'optional',
  attributes: {
    pim_import_job_id: uuid('The id of an operation on the catalog that has ended.'),
  },
  required: ['pim_import_job_id'],
})
