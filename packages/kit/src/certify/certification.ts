/** The signed statement of a sandbox about a report of `certify`, for the sandbox that signs and the tool that verifies. */
import { calculateJwkThumbprint } from 'jose'

export const CERTIFICATION_ALGORITHM = 'EdDSA'
/** Tells the statement from other signed documents, such as access tokens. */
export const CERTIFICATION_TYPE = 'tradehall-certification+jwt'

export const VERDICTS = ['passed', 'failed', 'warning', 'skipped'] as const
export type Verdict = (typeof VERDICTS)[number]

/** The contents of a report that are signed, and the digest that identifies the report. */
export interface ReportSummary {
  /** SHA-256 of the report in hexadecimal digits. */
  digest: string
  seed: number
  /** The version of the tool that wrote the report. */
  version: string
  startedAt: string
  endedAt: string
  isPassed: boolean
  lessons: readonly { id: string; verdict: Verdict }[]
}

/** The payload of the signature. */
export interface Certification extends ReportSummary {
  /** In real time, not by the clock of the sandbox. */
  issuedAt: string
  /** The sandbox that signed. */
  server: { version: string; url: string }
}

/** An Ed25519 public key as a JWK; `publicKey` has its 32 bytes in base64url. */
export const publicJwk = (publicKey: string) => ({ kty: 'OKP', crv: 'Ed25519', x: publicKey }) as const

/** The id of a key: its thumbprint by RFC 7638. */
export const keyIdOf = (publicKey: string): Promise<string> => calculateJwkThumbprint(publicJwk(publicKey))
