/** Encryption and keyed hashes for values that must not be stored in plain text. */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { invariant } from '../invariant.ts'
import { secretKeysIn } from './key-ring.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16
/** 32 bits: enough to tell the few keys of a ring apart, and too few to reveal anything about them. */
const NAME_CHARACTERS = 8

/**
 * A ring of keys: the first seals, and all open what they sealed. So a key can be exchanged while several processes run: a
 * new one is added behind the others on all nodes, then moved to the front, and the old one is removed when it protects
 * nothing any more (`docs/operators/secrets.md`).
 */
export interface Secrets {
  /** The names of the keys, in the order of the ring. A name identifies a key and reveals nothing about it. */
  readonly keyNames: readonly [string, ...string[]]
  /** Seals with the first key. */
  encrypt(text: string): Buffer
  /** Throws `UnreadableSecret` if no key of the ring opens the value. */
  decrypt(sealed: Uint8Array): string
  /** The text, and the name of the key that opened it; null if no key of the ring does. */
  open(sealed: Uint8Array): { text: string; keyName: string } | null
  /** A keyed hash with the first key, for values that are too short for a plain hash, such as six-digit codes. */
  fingerprint(text: string): Buffer
  /** The keyed hashes with all keys, in the order of the ring: a value that was stored earlier may be any of them. */
  fingerprints(text: string): readonly Buffer[]
}

/** A value was sealed with a key that is not in the ring, or it is damaged. */
export class UnreadableSecret extends Error {
  constructor() {
    super(
      'No key of TRADEHALL_SECRET_KEY opens this value; add the key that it was sealed with, see `tradehall reseal --dry-run`.',
    )
  }
}

/** `ring` has one or more keys of 32 bytes in base64 (`secretKeysIn`). A separate key is derived from each for each purpose. */
export function createSecrets(ring: string): Secrets {
  const [first, ...others] = secretKeysIn(ring).map(keyOf)
  invariant(first, 'a ring has at least one key')
  const keys = [first, ...others]
  const open: Secrets['open'] = (sealed) => {
    for (const { name, decrypt } of keys) {
      const text = decrypt(sealed)
      if (text !== null) return { text, keyName: name }
    }
    return null
  }
  return {
    keyNames: [first.name, ...others.map(({ name }) => name)],
    encrypt: first.encrypt,
    open,
    decrypt(sealed) {
      const opened = open(sealed)
      if (!opened) throw new UnreadableSecret()
      return opened.text
    },
    fingerprint: first.fingerprint,
    fingerprints: (text) => keys.map(({ fingerprint }) => fingerprint(text)),
  }
}

interface Key {
  name: string
  encrypt(text: string): Buffer
  /** Null if the value was sealed with another key. */
  decrypt(sealed: Uint8Array): string | null
  fingerprint(text: string): Buffer
}

function keyOf(key: string): Key {
  const master = Buffer.from(key, 'base64')
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', master, '', use, 32))
  const encryptionKey = derive('encryption')
  const fingerprintKey = derive('fingerprint')
  return {
    name: derive('name').toString('hex').slice(0, NAME_CHARACTERS),
    encrypt(text) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, nonce)
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    },
    decrypt(sealed) {
      try {
        const decipher = createDecipheriv('aes-256-gcm', encryptionKey, sealed.subarray(0, NONCE_BYTES), {
          authTagLength: TAG_BYTES,
        })
        decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
        return (
          decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') +
          decipher.final('utf8')
        )
      } catch {
        return null
      }
    },
    fingerprint: (text) => createHmac('sha256', fingerprintKey).update(text).digest(),
  }
}

/** For secrets with 256 random bits, which need neither a key nor a slow hash. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

export const newSecret = (): string => randomBytes(32).toString('base64url')

export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && timingSafeEqual(a, b)

export const sameAsAny = (a: Uint8Array, candidates: readonly Uint8Array[]): boolean =>
  candidates.some((candidate) => sameBytes(a, candidate))
