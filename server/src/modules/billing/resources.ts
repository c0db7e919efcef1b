/** The resource `billing-exports` and the body that creates one. */
import { attribute, instantOffset, nullable, resource } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { uuid } from '../../domain/fields.ts'
import {
  boundsOf,
  downloadFilename,
  EXPORT_STATUSES,
  EXPORT_TYPES,
  FORMATS,
  kindOf,
  MAX_DAYS,
} from './exports/export-rules.ts'
import type { ExportRow } from './exports/queries.ts'

/** An export and the URL of its download, which is null before it is finished and after it expired. */
export type ExportWithLink = ExportRow & { download_link: string | null }

const periodOf = ({ from_on, to_on }: ExportRow) => ({ from: from_on, to: to_on })

const exportType = Type.Enum([...EXPORT_TYPES])
const format = Type.Enum([...FORMATS])

const failure = Type.Object({
  type: { ...exportType, description: 'What it would have shown.' },
  format: { ...format, description: 'The kind of file.' },
  reason: Type.String({ description: 'What went wrong.' }),
})

export const billingExport = resource<ExportWithLink>()({
  name: 'billingExport',
  type: 'billing-exports',
  description: 'The orders of a period as files, made in the background. Read it until `finishedAt` is set.',
  attributes: {
    type: attribute(Type.Enum(['accounting', 'invoicing']), ({ wanted }) => kindOf(wanted), {
      description: 'What was asked for: `invoicing` when nothing else was.',
    }),
    brandUuid: attribute(uuid(), 'brand_id', { description: 'Whose export it is.' }),
    filename: attribute(
      Type.String({ examples: ['accounting-2026-02.zip'] }),
      (row) => downloadFilename(row.wanted, periodOf(row)),
      { description: 'Name of the download; several files come in one ZIP archive.' },
    ),
    status: attribute(Type.Enum([...EXPORT_STATUSES]), 'status', {
      description:
        'How far it is. `partially_completed`: some of the files are missing; `failures` tells which.',
    }),
    from: attribute(instantOffset, (row) => boundsOf(periodOf(row)).from, {
      description: 'The beginning of the first day.',
    }),
    to: attribute(instantOffset, (row) => boundsOf(periodOf(row)).to, {
      description: 'The end of the last day.',
    }),
    expiresAt: attribute(instantOffset, 'expires_at', {
      description:
        'When the files are deleted: 30 days after it was finished; until then, after it was asked for.',
    }),
    finishedAt: attribute(nullable(instantOffset), 'finished_at', {
      description: 'When all files were made, or given up; null until then.',
    }),
    downloadLink: attribute(
      nullable(
        Type.String({
          format: 'uri',
          examples: [
            'https://tradehall.test/api/v1/ordering/billing-exports/5e0c9d7a-1b2f-4c6d-8e3a-7f9b0d1c2e85/-actions/download',
          ],
        }),
      ),
      'download_link',
      { description: 'Where the file is, with a token like all else; null while there is none.' },
    ),
    progress: attribute(Type.Integer({ minimum: 0, maximum: 100, examples: [100] }), 'progress', {
      description: 'How much of the work is done, in percent.',
    }),
    ordersCount: attribute(nullable(Type.Integer({ examples: [184] })), 'orders_count', {
      description: 'How many orders it covers; null until they were counted.',
    }),
    failures: attribute(Type.Array(failure, { examples: [[]] }), 'failures', {
      description: 'Files that could not be made.',
    }),
  },
})

/** The pattern excludes years that JavaScript dates or PostgreSQL cannot represent. */
const day = (example: string, description: string) =>
  Type.String({ format: 'date', pattern: '^[12]\\d{3}-', examples: [example], description })

const requestedFiles = Type.Object({
  type: {
    ...exportType,
    description: 'What to show: amounts, amounts with all details, or invoiced orders alone.',
  },
  formats: Type.Array(format, { minItems: 1, uniqueItems: true, description: 'The kinds of file.' }),
})

/** `type` is optional here, unlike in other bodies. */
export const createExportBody = Type.Object({
  data: Type.Object({
    type: Type.Optional(Type.Enum([...billingExport.spellings])),
    id: Type.Optional(uuid()),
    attributes: Type.Object({
      from: day('2026-02-01', 'The first day, in UTC.'),
      to: day('2026-02-28', `The last day; the period may have ${MAX_DAYS} days.`),
      exports: Type.Array(requestedFiles, {
        minItems: 1,
        maxItems: EXPORT_TYPES.length,
        description: 'The files to make; each type once.',
      }),
    }),
  }),
})
