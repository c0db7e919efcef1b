/** The signature of a report: what is signed, and how `certify --verify` checks it against trusted keys. */
import { createHash } from 'node:crypto'
import { type CompactVerifyResult, compactVerify, decodeProtectedHeader, errors, importJWK } from 'jose'
import {
  CERTIFICATION_ALGORITHM,
  CERTIFICATION_TYPE,
  type Certification,
  keyIdOf,
  publicJwk,
} from './certification.ts'

export type Verification =
  | { isValid: true; keyId: string; certification: Certification }
  /** Why it is not valid, as a sentence for the user. */
  | { isValid: false; sentence: string }

type Report = Readonly<Record<string, unknown>>

/**
 * SHA-256 of a report in hexadecimal digits: of its JSON without white space, with the members of objects in the order of
 * their names. The member `signature` is left out, as it is added later.
 */
export function digestOf({ signature: _, ...report }: Report): string {
  return createHash('sha256').update(JSON.stringify(report, inOrder)).digest('hex')
}

function inOrder(_name: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Checks the signature in a report, and that the report is the one that was signed. */
export async function verifyReport(report: Report, trustedKeys: readonly string[]): Promise<Verification> {
  const { signature } = report
  if (typeof signature !== 'string') return invalid('The report is not signed.')
  const verified = await verifyCertification(signature, trustedKeys)
  if (!verified.isValid || verified.certification.digest === digestOf(report)) return verified
  return invalid('The report was changed after it was signed.')
}

/** Checks a signature alone. Trusted keys are the `publicKey` of `GET /api/testing/certification-key` of sandboxes. */
export async function verifyCertification(
  jws: string,
  trustedKeys: readonly string[],
): Promise<Verification> {
  const header = headerOf(jws)
  if (!header) return invalid('The signature is not a JWS in compact form.')
  const { alg, typ, kid: keyId } = header
  if (alg !== CERTIFICATION_ALGORITHM)
    return invalid(`The signature was made with ${alg}; only ${CERTIFICATION_ALGORITHM} is accepted.`)
  if (typ !== CERTIFICATION_TYPE) return invalid('The signature is of something else than a report.')
  const malformed = trustedKeys.find((key) => !PUBLIC_KEY.test(key))
  if (malformed !== undefined)
    return invalid(`The trusted key "${malformed}" is not the 32 bytes of an Ed25519 key in base64url.`)
  const trusted = new Map(
    await Promise.all(trustedKeys.map(async (key) => [await keyIdOf(key), key] as const)),
  )
  const key = trusted.get(keyId ?? '')
  if (keyId === undefined || key === undefined) {
    const named = keyId === undefined ? 'a key without an id' : `the key ${keyId}`
    return invalid(`The report was signed with ${named}, which is not trusted.`)
  }
  const verified = await verifiedWith(key, jws)
  if (!verified) return invalid('The signature does not fit: what was signed, or the signature, was changed.')
  return { isValid: true, keyId, certification: JSON.parse(Buffer.from(verified.payload).toString()) }
}

/** 32 bytes in base64url. */
const PUBLIC_KEY = /^[\w-]{43}$/

const invalid = (sentence: string): Verification => ({ isValid: false, sentence })

function headerOf(jws: string): ReturnType<typeof decodeProtectedHeader> | null {
  if (jws.split('.').length !== 3) return null
  try {
    return decodeProtectedHeader(jws)
  } catch {
    return null
  }
}

async function verifiedWith(publicKey: string, jws: string): Promise<CompactVerifyResult | null> {
  const key = await importJWK(publicJwk(publicKey), CERTIFICATION_ALGORITHM)
  try {
    return await compactVerify(jws, key, { algorithms: [CERTIFICATION_ALGORITHM] })
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}
