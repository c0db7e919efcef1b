/** The messages that `tradehall start` prints when it is ready, and when it has stopped. */

import { type SandboxFile, sandboxFilePath } from '@tradehall/kit/sandbox-file'
import type { Config } from '../config.ts'
import { isLoopback } from '../http/public-url.ts'

export function welcome({
  baseUrl,
  dataDir,
  credentials,
  plainAllowed,
}: {
  baseUrl: string
  dataDir: string
  credentials: SandboxFile | undefined
  plainAllowed: boolean
}): string {
  const parts = [addresses(baseUrl)]
  if (!plainAllowed && baseUrl.startsWith('http:')) parts.push(PLAIN_REFUSED)
  if (credentials)
    parts.push(secrets(credentials, sandboxFilePath(dataDir)), WEBHOOKS, commands(baseUrl, credentials))
  return `\n${parts.join('\n\n')}\n\n`
}

/** Printed after an intentional stop. */
export function farewell({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): string {
  const place = databaseUrl ? 'in its database' : `in ${dataDir}`
  return `\nTradehall has stopped. Its data are stored ${place}; the next start continues with them.\n`
}

const PLAIN_REFUSED = `Plain HTTP is refused, because this server can be reached from other machines: configure TLS
(TRADEHALL_TLS_CERT and TRADEHALL_TLS_KEY), use a proxy (TRADEHALL_TRUST_PROXY), or listen on 127.0.0.1.`

const addresses = (baseUrl: string) =>
  `Tradehall is ready.

  Dashboard    ${dashboardUrl(baseUrl)}
  API          ${baseUrl}/api/v1
  Reference    ${baseUrl}/docs
  OpenAPI      ${baseUrl}/openapi.json
  Coding tools ${baseUrl}/llms.txt
  Health       ${baseUrl}/health/ready`

/** By name where the server listens on this machine: browsers offer passkeys for names, and not for IP addresses. */
export function dashboardUrl(baseUrl: string): string {
  const url = new URL('/dashboard', baseUrl)
  if (isLoopback(url.hostname)) url.hostname = 'localhost'
  return url.href
}

const secrets = (
  { clientId, clientSecret, user, otherBrand, retailer, operator }: SandboxFile,
  path: string,
) =>
  `Demo credentials (stored in ${path})

  Brand        ${clientId}  ${clientSecret}
  Other brand  ${otherBrand.clientId}  ${otherBrand.clientSecret}
  Retailer     ${retailer.clientId}  ${retailer.clientSecret}
  Operator     ${operator.clientId}  ${operator.clientSecret}
  Brand user   ${user.email}  ${user.password}
  Operator     ${operator.email}  ${operator.password}`

const WEBHOOKS = `Webhooks on this machine: listen in one terminal, trigger an event in another

  npx tradehall listen --forward http://localhost:3000/hook
  npx tradehall trigger order.shipped`

const commands = (baseUrl: string, { clientId, clientSecret }: SandboxFile) =>
  `Try it: a token, the newest order with its items, and what an error looks like

  TOKEN=$(curl -s ${baseUrl}/oauth/token -d grant_type=client_credentials -d client_id=${clientId} -d client_secret=${clientSecret} -d 'scope=*' | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
  curl -sg '${baseUrl}/api/v1/orders?include=orderItems&page[limit]=1' -H "Authorization: Bearer $TOKEN" -H 'Accept: application/vnd.api+json'
  curl -s ${baseUrl}/api/v1/orders -H "Authorization: Bearer $TOKEN" -H 'Accept: text/plain'`
