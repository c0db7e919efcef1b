/** Reads `sandbox.json` in the data folder, which contains the demo credentials. */
import { join } from 'node:path'
import { StartRefused } from '../failures.ts'
import { readDataFile } from './data-file.ts'

export interface SandboxCredentials {
  brandId: string
  applicationId: string
  clientId: string
  clientSecret: string
  user: { email: string; password: string }
  otherBrand: { brandId: string; clientId: string; clientSecret: string }
  retailer: { retailerId: string; clientId: string; clientSecret: string }
  operator: { clientId: string; clientSecret: string; email: string; password: string }
}

export type SandboxFile = { baseUrl: string } & SandboxCredentials

export const sandboxFilePath = (dataDir: string) => join(dataDir, 'sandbox.json')

const TEXTS = [
  ...['baseUrl', 'brandId', 'applicationId', 'clientId', 'clientSecret', 'user.email', 'user.password'],
  ...['otherBrand.brandId', 'otherBrand.clientId', 'otherBrand.clientSecret'],
  ...['retailer.retailerId', 'retailer.clientId', 'retailer.clientSecret'],
  ...['operator.clientId', 'operator.clientSecret', 'operator.email', 'operator.password'],
]

const REMEDY = 'delete it, and the next start creates new secrets for the demo accounts'

/** An invalid file is an error and is not replaced, because its secrets may be in use elsewhere. */
export function readSandboxFile(dataDir: string): SandboxFile | undefined {
  const path = sandboxFilePath(dataDir)
  const text = readDataFile(path, REMEDY)
  if (text === undefined) return undefined
  const file = parse(text)
  const wrong = TEXTS.find((name) => typeof memberOf(file, name) !== 'string')
  if (wrong) {
    throw new StartRefused(
      `The file ${path} does not contain the demo credentials (${wrong} is not a string); ${REMEDY}.`,
    )
  }
  return file as SandboxFile
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const memberOf = (file: unknown, name: string): unknown =>
  name.split('.').reduce((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], file)
