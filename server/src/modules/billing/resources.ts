import { attribute, instantOffset, nullable, resource } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import {
  boundsOf,
  EXPORT_STATUSES,
  EXPORT_TYPES,
  FORMATS,
  kindOf,
  MAX_DAYS,
  nameOfDownload,
} from './exports/export-rules.ts'
import type { ExportRow } from './exports/queries.ts'

/** An export as its brand sees it at a moment. */
export type ShownExport = ExportRow & { download_link: string | null }

const periodOf = ({ from_on, to_on }: ExportRow) => ({ from: from_on, to: to_on })

const failure = Type.Object({
  type: Type.Enum([...EXPORT_TYPES]),
  format: Type.Enum([...FORMATS]),
  reason: Type.String(),
})

export const billingExport = resource<ShownExport>()({
  name: 'billingExport',
  type: 'billing-exports',
  description: 'The orders of a period as files, made in the background. Read it until `finishedAt` is set.',
  attributes: {
    type: attribute(Type.Enum(['accounting', 'invoicing']), ({ wanted }) => kindOf(wanted), {
      description: '`invoicing` when nothing else was asked for.',
    }),
    brandUuid: attribute(Type.String({ format: 'uuid' }), 'brand_id'),
    filename: attribute(
      Type.String({ examples: ['accounting-2026-02.zip'] }),
      (row) => nameOfDownload(row.wanted, periodOf(row)),
      { description: 'Several files come in one ZIP archive.' },
    ),
    status: attribute(Type.Enum([...EXPORT_STATUSES]), 'status', {
      description: '`partially_completed`: some of the files are missing; `failures` tells which.',
    }),
    from: attribute(instantOffset, (row) => boundsOf(periodOf(row)).from),
    to: attribute(instantOffset, (row) => boundsOf(periodOf(row)).to),
    expiresAt: attribute(instantOffset, 'expires_at', {
      description: '30 days after it was finished; until then, after it was asked for.',
    }),
    finishedAt: attribute(nullable(instantOffset), 'finished_at'),
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
      description: 'Percent.',
    }),
    ordersCount: attribute(nullable(Type.Integer({ examples: [184] })), 'orders_count', {
      description: 'How many orders it covers; null until they were counted.',
    }),
    failures: attribute(Type.Array(failure, { examples: [[]] }), 'failures'),
  },
})

/** Years that both the calendar and the database can count in. */
const day = (example: string, description: string) =>
  Type.String({ format: 'date', pattern: '^[12]\\d{3}-', examples: [example], description })

const wish = Type.Object(
  {
    type: Type.Enum([...EXPORT_TYPES]),
    formats: Type.Array(Type.Enum([...FORMATS]), { minItems: 1, uniqueItems: true }),
  },
  { additionalProperties: false },
)

/** Unlike elsewhere `type` may be left out. */
export const createExportBody = Type.Object(
  {
    data: Type.Object(
      {
        type: Type.Optional(Type.Enum([...billingExport.spellings])),
        id: Type.Optional(Type.String({ format: 'uuid' })),
        attributes: Type.Object({
          from: day('2026-02-01', 'The first day, in UTC.'),
          to: day('2026-02-28', `The last day; the period may have ${MAX_DAYS} days.`),
          exports: Type.Array(wish, { minItems: 1, maxItems: EXPORT_TYPES.length }),
        }),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
)
