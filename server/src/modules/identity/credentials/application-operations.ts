/** What the operator's and the brands' operations on applications have in common. */
import { createdAnswers, returnsOne } from '../../../http/answers/answers.ts'
import { application, rotateSecretBody } from './credential-resources.ts'

const ofApplication = {
  method: 'POST',
  confirmed: true,
  params: { application: 'Id of the application.' },
} as const

export const createsApplication = {
  method: 'POST',
  confirmed: true,
  secret: true,
  query: { resource: application },
  answers: createdAnswers(
    application,
    'The application with its client secret.',
    'The id was known: the stored application, without a secret.',
  ),
} as const

export const rotatesSecret = {
  ...ofApplication,
  ...returnsOne(application, 'The application with its new client secret.'),
  secret: true,
  description:
    'The answer shows it, this once. The secret before it works until the overlap ends, a day unless told otherwise; an older one ends at once. Access tokens stay good until they expire.',
  body: rotateSecretBody,
  bodyExample: { data: { type: 'applications', attributes: { overlapSeconds: 3600 } } },
  bodyOptional: true,
  problems: [{ status: 409, description: 'The application was revoked.' }],
} as const

export const revokesApplication = {
  ...ofApplication,
  ...returnsOne(application, 'The application as it ended.'),
} as const
