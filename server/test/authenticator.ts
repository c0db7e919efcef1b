/** An authenticator for tests of passkeys: makes key pairs and signs challenges, as a browser with a device would (WebAuthn Level 2). */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { ORIGIN } from './sessions.ts'

interface Credential {
  id: Buffer
  key: KeyObject
  host: string
  userHandle: string
  counter: number
}

export interface Conduct {
  origin?: string
  /** Whether the user has unlocked it. */
  isVerified?: boolean
  /** The host that it believes to talk to. */
  host?: string
  challenge?: string
}

interface Options {
  challenge: string
  rp?: { id: string }
  rpId?: string
  user?: { id: string }
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()
const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

export class Authenticator {
  readonly credentials: Credential[] = []

  /** The answer to `navigator.credentials.create`. */
  create(options: Options, conduct: Conduct = {}): object {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const host = conduct.host ?? options.rp?.id ?? ''
    const credential = {
      id: randomBytes(32),
      key: privateKey,
      host,
      userHandle: options.user?.id ?? '',
      counter: 0,
    }
    this.credentials.push(credential)
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    // A COSE key: EC2, ES256, P-256, x, y.
    const cose = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ])
    const length = Buffer.alloc(2)
    length.writeUInt16BE(credential.id.length)
    const data = Buffer.concat([
      head(credential, HAS_CREDENTIAL, conduct),
      Buffer.alloc(16),
      length,
      credential.id,
      cose,
    ])
    const size = Buffer.alloc(2)
    size.writeUInt16BE(data.length)
    // {fmt: 'none', attStmt: {}, authData}
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
      size,
      data,
    ])
    return answer(credential, {
      clientDataJSON: clientData('webauthn.create', options, conduct).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    })
  }

  /** The answer to `navigator.credentials.get`, by the newest credential. */
  get(options: Options, conduct: Conduct = {}): object {
    const credential = this.credentials.at(-1)
    if (!credential) throw new Error('There is no credential.')
    credential.counter++
    const client = clientData('webauthn.get', options, conduct)
    const data = head(credential, 0, conduct)
    return answer(credential, {
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', Buffer.concat([data, sha256(client)]), credential.key).toString('base64url'),
      userHandle: credential.userHandle,
    })
  }
}

function head(
  { host, counter }: Credential,
  flags: number,
  { isVerified = true, host: believed }: Conduct,
): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  const flag = USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | flags
  return Buffer.concat([sha256(believed ?? host), Buffer.from([flag]), count])
}

const clientData = (type: string, options: Options, { origin = ORIGIN, challenge }: Conduct) =>
  Buffer.from(JSON.stringify({ type, challenge: challenge ?? options.challenge, origin, crossOrigin: false }))

const answer = ({ id }: Credential, response: object) => ({
  id: id.toString('base64url'),
  rawId: id.toString('base64url'),
  type: 'public-key',
  authenticatorAttachment: 'platform',
  clientExtensionResults: {},
  response,
})
