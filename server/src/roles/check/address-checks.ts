import { X509Certificate } from 'node:crypto'
import { statSync } from 'node:fs'
import { isIP } from 'node:net'
import type { Config } from '../../config.ts'
import { BRACKETS, isLoopback } from '../../http/public-url.ts'
import { judgeCertificates } from '../../modules/system/health-rules.ts'
import { describe, readPair } from '../../platform/processes/certificate.ts'
import { type Finding, failed, fromHealth, ok, onDatabase, type SetupCheck, warning } from './setup-check.ts'

export const publicUrlCheck: SetupCheck = {
  name: 'public-url',
  async run({ config: { mode, publicUrl } }) {
    if (!publicUrl) {
      return mode === 'sandbox'
        ? ok('Links lead to the address that was asked for.')
        : warning(
            'Links in mails lead to the address that the server listens on; set TRADEHALL_PUBLIC_URL to the one that clients use.',
          )
    }
    const { hostname, pathname, search } = new URL(publicUrl)
    const problems = [
      (pathname !== '/' || search !== '') &&
        failed('TRADEHALL_PUBLIC_URL has a path or a query; set it to scheme, host and port alone.'),
      mode === 'production' &&
        isLoopback(hostname) &&
        failed(
          `TRADEHALL_PUBLIC_URL names this machine (${hostname}); set it to a host that clients can reach.`,
        ),
      mode === 'production' &&
        !isLoopback(hostname) &&
        isIP(hostname.replace(BRACKETS, '')) > 0 &&
        warning('TRADEHALL_PUBLIC_URL has an address instead of a name; certificates are made for names.'),
    ].filter((problem) => problem !== false)
    return problems.length > 0 ? problems : ok(`Clients use ${publicUrl}.`)
  },
}

export const passkeysCheck: SetupCheck = {
  name: 'passkeys',
  run: onDatabase(async (db, { config: { publicUrl } }) => {
    const [table] = await db<{ name: string | null }[]>`select to_regclass('identity.passkeys')::text as name`
    if (!table?.name || !publicUrl) return ok('Passkeys belong to the host that users open.')
    const { hostname } = new URL(publicUrl)
    if (isIP(hostname.replace(BRACKETS, '')) > 0)
      return warning(
        'TRADEHALL_PUBLIC_URL has an IP address, where browsers offer no passkeys; set it to a name.',
      )
    const lost = await db<{ host: string; count: number }[]>`
      select host, count(*)::int as count from identity.passkeys where host <> ${hostname} group by host order by host`
    if (lost.length === 0) return ok(`Passkeys belong to ${hostname}.`)
    return lost.map(({ host, count }) =>
      warning(
        `${count} ${count === 1 ? 'passkey was' : 'passkeys were'} made for ${host} and cannot be used at ${hostname}; set TRADEHALL_PUBLIC_URL to the old host, or tell their users to sign in in another way and to add new ones.`,
      ),
    )
  }),
}

export const tlsCheck: SetupCheck = {
  name: 'tls',
  async run({ config, now }) {
    const { tlsCert, tlsKey, trustProxy, mode } = config
    if (!tlsCert || !tlsKey) {
      if (trustProxy.length > 0) return ok('TLS ends at a proxy.')
      return mode === 'sandbox'
        ? ok('The sandbox serves plain HTTP.')
        : failed(
            'Requests must arrive by TLS; set TRADEHALL_TLS_CERT and TRADEHALL_TLS_KEY, or TRADEHALL_TRUST_PROXY.',
          )
    }
    const { cert } = readPair(tlsCert, tlsKey)
    const judged = judgeCertificates([{ report: { certificate: describe(cert) } }], now)
    return [fromHealth(judged), ...findProblems(cert.toString('latin1'), config, now), ...keyProblems(tlsKey)]
  },
}

function findProblems(pem: string, { publicUrl, trustProxy }: Config, now: Date): Finding[] {
  const chain = (pem.match(PEM) ?? []).map((text) => new X509Certificate(text))
  const [own, ...issuers] = chain
  if (!own) return []
  const host = publicUrl && new URL(publicUrl).hostname.replace(BRACKETS, '')
  const isSelfSigned = own.checkIssued(own)
  const problems = [
    Date.parse(own.validFrom) > now.getTime() &&
      failed(`The certificate is not valid before ${new Date(own.validFrom).toISOString()}; use it later.`),
    chain.some((one, i) => chain[i + 1] && !one.checkIssued(chain[i + 1] as X509Certificate)) &&
      failed(
        'The certificates of TRADEHALL_TLS_CERT are not a chain; put that of the server first, and behind each one that of its issuer.',
      ),
    isSelfSigned &&
      warning('The certificate is signed by itself; clients refuse it unless they are told to trust it.'),
    !isSelfSigned &&
      issuers.length === 0 &&
      warning(
        'TRADEHALL_TLS_CERT has no certificate of the issuer, without which many clients refuse it; use the file with the whole chain.',
      ),
    host &&
      (isIP(host) > 0 ? own.checkIP(host) : own.checkHost(host)) === undefined &&
      // A proxy in front of the server may use another name for it.
      (trustProxy.length > 0 ? warning : failed)(
        `The certificate is not for ${host}, the host of TRADEHALL_PUBLIC_URL; get one that names it.`,
      ),
  ]
  return problems.filter((problem) => typeof problem === 'object')
}

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

function keyProblems(tlsKey: string): Finding[] {
  const isReadableByAll = (statSync(tlsKey).mode & 0o004) !== 0
  return isReadableByAll
    ? [warning('Every user of this machine can read TRADEHALL_TLS_KEY; run chmod o-r on the file.')]
    : []
}
