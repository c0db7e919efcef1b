/** Encryption, keyed hashes and password hashes for values that must not be stored in plain text. */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

export interface Secrets {
  encrypt(text: string): Buffer
  decrypt(sealed: Uint8Array): string
  /** A keyed hash for values that are too short for a plain hash, such as six-digit codes. */
  fingerprint(text: string): Buffer
}

/** `key` is 32 bytes in base64. A separate key is derived from it for each purpose. */
export function createSecrets(key: string): Secrets {
  const master = Buffer.from(key, 'base64')
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', master, '', use, 32))
  const encryptionKey = derive('encryption')
  const fingerprintKey = derive('fingerprint')
  return {
    encrypt(text) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, nonce)
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    },
    decrypt(sealed) {
      const decipher = createDecipheriv('aes-256-gcm', encryptionKey, sealed.subarray(0, NONCE_BYTES))
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
      return (
        decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      )
    },
    fingerprint: (text) => createHmac('sha256', fingerprintKey).update(text).digest(),
  }
}

/** For secrets with 256 random bits, which need neither a key nor a slow hash. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** A slow hash, because passwords are chosen by people. Imported on first use, because most processes never need it. */
export async function hashPassword(password: string): Promise<string> {
  const { hash } = await import('@node-rs/argon2')
  return await hash(password)
}

export async function isPassword(hash: string, password: string): Promise<boolean> {
  const { verify } = await import('@node-rs/argon2')
  return await verify(hash, password)
}

export const newSecret = (): string => randomBytes(32).toString('base64url')

export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && timingSafeEqual(a, b)
