import { attribute, instantMillis, resource } from '@tradehall/jsonapi'
import {
  CERTIFICATION_ALGORITHM,
  type Certification,
  type ReportSummary,
  VERDICTS,
} from '@tradehall/kit/certification'
import { Type } from 'typebox'
import { textAttribute } from '../../../domain/attributes.ts'
import { instant, text } from '../../../domain/fields.ts'
import { unprocessable } from '../../../domain/problems.ts'
import { returnsOne } from '../../../http/answers/answers.ts'
import type { Http } from '../../../http/http.ts'
import { document } from '../../../http/operation.ts'
import { forTesting, TESTING_API } from '../../../http/testing-api.ts'
import { realNow } from '../../../platform/clock.ts'
import { VERSION } from '../../../platform/version.ts'
import { type CertificationKey, readCertificationKey, signCertification } from './certification-key.ts'

const MAX_LESSONS = 50
const EXAMPLE_KEY_ID = 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k'

export const certificationKey = resource<CertificationKey>()({
  name: 'certificationKey',
  type: 'certification-keys',
  description: 'The key that this sandbox signs reports with. Its id is its thumbprint by RFC 7638.',
  id: Type.String({ examples: [EXAMPLE_KEY_ID] }),
  attributes: {
    algorithm: attribute(
      Type.String({ examples: [CERTIFICATION_ALGORITHM] }),
      () => CERTIFICATION_ALGORITHM,
      {
        description: 'How it signs: EdDSA with the curve Ed25519.',
      },
    ),
    publicKey: textAttribute(
      '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
      'publicKey',
      'The 32 bytes of the public key in base64url, as `x` of a JWK.',
    ),
  },
})

interface CertificationRow {
  id: string
  digest: string
  key_id: string
  issued_at: Date
  signature: string
}

export const certification = resource<CertificationRow>()({
  name: 'certification',
  type: 'certifications',
  description:
    'What this sandbox has signed about a report. It is not stored: keep the signature with the report.',
  attributes: {
    digest: textAttribute('9f86d081884c7d65…', 'digest', 'The SHA-256 of the report.'),
    keyId: textAttribute(EXAMPLE_KEY_ID, 'key_id', 'The id of the key that signed.'),
    issuedAt: attribute(instantMillis, 'issued_at', { description: 'When it was signed, in real time.' }),
    signature: textAttribute(
      'eyJhbGciOiJFZERTQSJ9.eyJzZWVkIjo3fQ.c2lnbmF0dXJl',
      'signature',
      'A JWS in compact form. Its payload has what was sent, `issuedAt`, and the version and the URL of this `server`.',
    ),
  },
})

const strict = { additionalProperties: false }

const lesson = Type.Object(
  {
    id: Type.String({
      pattern: '^[a-z\\d][a-z\\d-]{0,63}$',
      expected: 'a short name in lower case such as tokens',
      description: 'The name of the lesson.',
      examples: ['tokens'],
    }),
    verdict: Type.Enum([...VERDICTS], { description: 'How it ended.' }),
  },
  strict,
)

const summary = Type.Object(
  {
    digest: Type.String({
      pattern: '^[\\da-f]{64}$',
      expected: 'the SHA-256 of the report in 64 lower-case hexadecimal digits',
      description: 'The SHA-256 of the report, in lower-case hexadecimal digits.',
      examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    }),
    seed: Type.Integer({
      minimum: 0,
      maximum: 4_294_967_295,
      description: 'What the choices of the run were derived from.',
      examples: [7],
    }),
    version: text(50, '1.0.0', 'The version of the tool that wrote the report.'),
    startedAt: instant('When the run began, in real time.'),
    endedAt: instant('When it ended, in real time.'),
    isPassed: Type.Boolean({ description: 'Whether the connector passed; never with a failed lesson.' }),
    lessons: Type.Array(lesson, {
      minItems: 1,
      maxItems: MAX_LESSONS,
      description: `The lessons of the run, 1 to ${MAX_LESSONS}, each once.`,
    }),
  },
  { ...strict, description: 'What the report says.' },
)

const certificationBody = Type.Object({ report: summary }, strict)

export function certificationRoutes(http: Http): void {
  http.operation({
    ...forTesting,
    ...returnsOne(certificationKey, 'The key.'),
    method: 'GET',
    path: `${TESTING_API}/certification-key`,
    id: 'getCertificationKey',
    summary: 'The key that signs reports here',
    description:
      'Whoever trusts this sandbox trusts this key, and checks reports of `tradehall certify` with it. It stays the same, also after a reset.',
    async handle(ctx) {
      return document(certificationKey, await readCertificationKey(ctx))
    },
  })

  http.operation({
    ...forTesting,
    method: 'POST',
    path: `${TESTING_API}/certifications`,
    id: 'createCertification',
    summary: 'Sign a report',
    description:
      'Signs the digest and the summary of a report of `tradehall certify`, so that others can check that the run was against this sandbox.',
    query: { resource: certification },
    body: certificationBody,
    bodyExample: {
      report: {
        digest: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        seed: 7,
        version: '1.0.0',
        startedAt: '2026-03-02T09:00:00Z',
        endedAt: '2026-03-02T09:12:00Z',
        isPassed: true,
        lessons: [{ id: 'tokens', verdict: 'passed' }],
      },
    },
    answers: [{ status: 201, description: 'The signature.', resource: certification }],
    async handle(ctx, { body: { report } }) {
      refuseContradictions(report)
      const issuedAt = realNow(ctx.clock)
      const statement: Certification = {
        ...report,
        issuedAt: issuedAt.toISOString(),
        server: { version: VERSION, url: ctx.publicUrl },
      }
      const { keyId, signature } = await signCertification(ctx, statement)
      const row = { id: ctx.ids.next(), digest: report.digest, key_id: keyId, issued_at: issuedAt, signature }
      return document(certification, row, { status: 201 })
    },
  })
}

function refuseContradictions({ startedAt, endedAt, isPassed, lessons }: ReportSummary): void {
  if (new Date(endedAt) < new Date(startedAt))
    throw unprocessable('A run cannot end before it begins.', { pointer: 'report.endedAt' })
  const failed = lessons.find(({ verdict }) => verdict === 'failed')
  if (isPassed && failed)
    throw unprocessable(`A report with a failed lesson, "${failed.id}", is not passed.`, {
      pointer: 'report.isPassed',
    })
  const ids = lessons.map(({ id }) => id)
  const repeated = ids.findIndex((id, i) => ids.indexOf(id) !== i)
  if (repeated >= 0)
    throw unprocessable(`The lesson "${ids[repeated]}" is listed twice.`, {
      pointer: `report.lessons.${repeated}.id`,
    })
}
