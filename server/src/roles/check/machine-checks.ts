import { accessSync, constants, existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Config } from '../../config.ts'
import { connectionLimit } from '../../http/connections/connections.ts'
import { judgeDisks } from '../../modules/system/health-rules.ts'
import { readDisk } from '../../platform/processes/heartbeats.ts'
import { metricsPortOf } from '../../processes/shared-services.ts'
import { choosePort } from '../choose-port.ts'
import { type Finding, failed, fromHealth, ok, type SetupCheck, warning } from './setup-check.ts'

export const settingsCheck: SetupCheck = {
  name: 'settings',
  async run({ settings, config }) {
    const found = [
      ...settings.problems.map(failed),
      ...settings.unknown.map((name) =>
        warning(`${name} is not a setting of Tradehall and does nothing; correct or remove it.`),
      ),
    ]
    return found.length > 0 ? found : ok(`All settings are valid; the mode is ${config.mode}.`)
  },
}

/** An older version does not get here: the launcher refuses it. */
export const nodeCheck: SetupCheck = {
  name: 'node',
  run: async () => ok(`Node ${process.versions.node} on ${process.platform}-${process.arch}.`),
}

export const openFilesCheck: SetupCheck = {
  name: 'open-files',
  async run({ config }) {
    const possible = connectionLimit(config)
    if (possible === config.maxConnections)
      return ok(`The limit of open files allows ${possible} connections per API process.`)
    return warning(
      `The limit of open files allows only ${possible} of ${config.maxConnections} connections per API process; raise it with ulimit -n, or lower TRADEHALL_MAX_CONNECTIONS.`,
    )
  },
}

export const disksCheck: SetupCheck = {
  name: 'disks',
  async run({ config }) {
    const folders = [
      // A production server stores nothing there.
      ...(config.mode === 'sandbox' ? [{ folder: config.dataDir, variable: 'TRADEHALL_DATA_DIR' }] : []),
      ...(config.labelsDir ? [{ folder: config.labelsDir, variable: 'TRADEHALL_LABELS_DIR' }] : []),
    ]
    if (folders.length === 0) return ok('This server stores no files.')
    return (await Promise.all(folders.map(lookAtFolder))).flat()
  },
}

async function lookAtFolder({
  folder,
  variable,
}: {
  folder: string
  variable: string
}): Promise<readonly Finding[]> {
  const existing = nearestFolder(folder)
  try {
    accessSync(existing, constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return [
      failed(
        `This user may not write to the folder ${existing} (${code}); change its mode, or set ${variable} to another one.`,
      ),
    ]
  }
  const disk = await readDisk([existing])
  return [fromHealth(judgeDisks([{ host: existing, report: { disk } }]))]
}

/** The folder itself, or the one in which it will be created. */
function nearestFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder))
}

export const portsCheck: SetupCheck = {
  name: 'ports',
  async run({ config }) {
    const scheme = config.tlsCert ? 'https' : 'http'
    const metricsPort = metricsPortOf(config)
    const ports = [
      lookAtPort('TRADEHALL_PORT', config, {
        url: `${scheme}://${addressOf(config)}/health/live`,
        says: '"ok"',
      }),
    ]
    if (metricsPort !== undefined) {
      const listener = { host: config.metricsHost, port: metricsPort }
      ports.push(
        lookAtPort('TRADEHALL_METRICS_PORT', listener, {
          url: `http://${addressOf(listener)}/metrics`,
          says: 'tradehall_',
        }),
      )
    }
    return await Promise.all(ports)
  },
}

type Listener = Pick<Config, 'host' | 'port'>

/** A wildcard address is asked on the loopback interface. */
const addressOf = ({ host, port }: Listener) => {
  const asked = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `${asked.includes(':') ? `[${asked}]` : asked}:${port}`
}

async function lookAtPort(
  variable: string,
  { host, port }: Listener,
  own: { url: string; says: string },
): Promise<Finding> {
  try {
    await choosePort({ host, port })
    return ok(port === 0 ? `${variable} lets the system choose a port.` : `Port ${port} on ${host} is free.`)
  } catch (error) {
    const { code } = (error as Error).cause as NodeJS.ErrnoException
    if (code === 'EADDRINUSE' && (await saysSo(own)))
      return ok(`Port ${port} on ${host} is used by a Tradehall server that runs.`)
    return failed(
      `Nothing can listen on ${host}:${port} (${code}); stop the other program, or set ${variable}.`,
    )
  }
}

async function saysSo({ url, says }: { url: string; says: string }): Promise<boolean> {
  const { Agent, request } = await import('undici')
  // Who answers on an address of this machine is not proved by a certificate.
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false, timeout: ASK_MS } })
  try {
    const { body } = await request(url, { dispatcher, headersTimeout: ASK_MS, bodyTimeout: ASK_MS })
    return (await body.text()).includes(says)
  } catch {
    return false
  } finally {
    await dispatcher.destroy()
  }
}

const ASK_MS = 2000
