/** Reads `TRADEHALL_FILES_URL`: where the storage is, and as whom it is used. */
import { ConfigError } from '@tradehall/kit/failures'

export interface StorageAddress {
  /** What names of files are appended to; ends in a slash. */
  base: URL
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** What most providers take where they have no regions. */
const USUAL_REGION = 'us-east-1'
/** Needs no escaping in any address, which providers do in different ways. */
const PLAIN_PATH = /^[\w.-]+(\/[\w.-]+)*$/
const PARAMETERS = new Set(['region', 'style'])

const EXAMPLE = 'https://KEY:SECRET@s3.example.test/bucket/folder?region=eu-1'

/** Throws a sentence that does not contain the address, because that has a secret. */
export function readStorageAddress(text: string): StorageAddress {
  const refuse = (why: string): never => {
    throw new ConfigError(`TRADEHALL_FILES_URL ${why}.`)
  }
  const example = `, such as ${EXAMPLE}, with special characters of the secret percent-encoded`
  const url = URL.canParse(text) ? new URL(text) : refuse(`must be an address${example}`)
  const { protocol, username, password, pathname, searchParams } = url
  if (protocol !== 'https:' && protocol !== 'http:') refuse(`must begin with https: or http:${example}`)
  if (username === '' || password === '') refuse(`must have an access key and its secret${example}`)
  const path = pathname.replace(/^\/|\/+$/g, '')
  if (!PLAIN_PATH.test(path)) {
    refuse(`must name a bucket, and perhaps a folder of letters, digits, dots and dashes${example}`)
  }
  const unknown = [...searchParams.keys()].find((name) => !PARAMETERS.has(name))
  if (unknown !== undefined) refuse(`has a parameter that is neither region nor style: ${unknown}`)
  const style = searchParams.get('style') ?? 'path'
  if (style !== 'path' && style !== 'virtual') refuse('must have the style path or virtual')
  const decoded = (value: string) => {
    try {
      return decodeURIComponent(value)
    } catch {
      return refuse('has a percent sign that begins no encoded character; write it as %25')
    }
  }
  return {
    base: baseOf(url, path, style),
    region: searchParams.get('region') ?? USUAL_REGION,
    accessKeyId: decoded(username),
    secretAccessKey: decoded(password),
  }
}

/** With the style `virtual` the bucket is part of the name of the host. */
function baseOf({ protocol, host }: URL, path: string, style: string): URL {
  if (style === 'path') return new URL(`${protocol}//${host}/${path}/`)
  const [bucket = '', ...folders] = path.split('/')
  return new URL(`${protocol}//${bucket}.${host}/${folders.map((folder) => `${folder}/`).join('')}`)
}
