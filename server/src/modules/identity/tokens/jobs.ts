import { Type } from 'typebox'
import { job } from '../../../platform/jobs/jobs.ts'
import { rotateSigningKeys } from './signing-keys.ts'

export const rotateSigningKeysJob = job('rotate-signing-keys', {
  meaning: 'Replaces the key that signs access tokens before it is too old.',
  payload: Type.Object({}),
  everyMs: 86_400_000,
  run: (platform) => rotateSigningKeys(platform),
})
