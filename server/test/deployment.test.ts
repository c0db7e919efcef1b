/** The files in `deploy/`: linted, and compared with the settings and the version of the server. */
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DCLinter } from 'dclint'
import { validate } from 'dockerfile-utils'
import * as apps from 'kubernetes-models/apps/v1'
import * as batch from 'kubernetes-models/batch/v1'
import * as networking from 'kubernetes-models/networking.k8s.io/v1'
import * as policy from 'kubernetes-models/policy/v1'
import * as core from 'kubernetes-models/v1'
import { afterAll, describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig, settings } from '../src/config.ts'
import { isKnownHost } from '../src/http/public-url.ts'
import { stopDelayMs } from '../src/processes/stop-delay.ts'
import { temporaryFolder } from './folders.ts'
import { needs } from './requirements.ts'

const DEPLOY = fileURLToPath(new URL('../../deploy/', import.meta.url))
const read = (path: string) => readFileSync(join(DEPLOY, path), 'utf8')
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}
const SYSTEMD = {
  met: spawnSync('systemd-analyze', ['--version']).status === 0,
  missing: 'the program systemd-analyze is not installed',
}

const folder = temporaryFolder('deployment', afterAll)

const containerfile = read('Containerfile')
const compose = parse(read('compose/compose.yaml'), { merge: true }) as Compose
interface Compose {
  services: Record<string, Service>
}
interface Service {
  image: string
  command?: string[]
  read_only?: boolean
  depends_on?: Record<string, unknown>
}

describe('the container file', () => {
  test('has no mistake that a build would find', () => {
    expect(validate(containerfile).map(({ message }) => message)).toEqual([])
    expect(validate('FRM node').map(({ message }) => message)).not.toEqual([])
  })

  test('runs as an account by number that is not root, and starts a program of the package', () => {
    const last = containerfile.slice(containerfile.lastIndexOf('\nFROM'))
    expect(last).toMatch(/^USER [1-9]\d+:[1-9]\d+$/m)
    expect(last).toMatch(/^ENTRYPOINT \["node", "node_modules\/tradehall\/bin\/tradehall\.cjs"\]$/m)
    expect(last).toContain('/health/live')
    expect(containerfile.match(/^FROM node:26-bookworm-slim AS \w+$/gm)).toHaveLength(3)
  })
})

describe('the compose file', () => {
  test('keeps to the schema of compose files and to the rules of its linter', () => {
    // The order of services tells a story, and keys that belong together stand together.
    const order = {
      'service-keys-order': 0,
      'services-alphabetical-order': 0,
      'top-level-properties-order': 0,
    }
    const linter = new DCLinter({
      rules: { ...order, 'require-quotes-in-ports': 0 },
      quiet: false,
      debug: false,
      exclude: [],
    })
    const results: { messages: { message: string }[] }[] = linter.lintFiles([join(DEPLOY, 'compose')], false)
    expect(results).toHaveLength(1)
    expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
  })

  test('has two API nodes and a worker behind a migration, all of this version and on a read-only disk', () => {
    const { postgres, redis, balancer, ...own } = compose.services
    expect([postgres, redis, balancer]).not.toContain(undefined)
    expect(Object.values(own).map(({ command }) => command)).toEqual([
      ['migrate'],
      ['api'],
      ['api'],
      ['worker'],
    ])
    for (const [name, { image, read_only, depends_on }] of Object.entries(own)) {
      expect({ image, read_only }, name).toEqual({ image: `tradehall:${version}`, read_only: true })
      expect(Object.keys(depends_on ?? {}), name).toContain(name === 'migrate' ? 'postgres' : 'migrate')
    }
    expect(read('compose/haproxy.cfg').match(/^ {2}server .*$/gm)).toEqual([
      '  server api-1 api-1:8080',
      '  server api-2 api-2:8080',
    ])
  })
})

const kinds = { ...core, ...apps, ...batch, ...networking, ...policy } as unknown as Record<
  string,
  new (
    data: unknown,
  ) => { validate(): void }
>
interface Manifest {
  kind: string
  metadata: { name: string }
  data?: Record<string, string>
  stringData?: Record<string, string>
  spec?: {
    replicas?: number
    rules?: { host: string }[]
    selector?: Record<string, unknown>
    template?: { metadata: { labels: Record<string, string> }; spec: Pod }
  }
}
interface Probe {
  httpGet: { path: string }
}
interface Pod {
  terminationGracePeriodSeconds?: number
  securityContext: object
  containers: {
    image: string
    args: string[]
    securityContext: object
    startupProbe?: Probe
    readinessProbe?: Probe
    livenessProbe?: Probe
  }[]
}

describe('the files for Kubernetes', () => {
  const manifests = globSync('kubernetes/*.yaml', { cwd: DEPLOY }).flatMap((path) =>
    parseAllDocuments(read(path)).map((document) => document.toJS() as Manifest),
  )
  const podOf = ({ spec }: Manifest) => spec?.template?.spec
  const pods = manifests.flatMap((manifest) => podOf(manifest) ?? [])

  test('keep to the schemas of their kinds', () => {
    expect(manifests.length).toBeGreaterThan(7)
    for (const manifest of manifests) {
      const Kind = kinds[manifest.kind]
      if (!Kind) throw new Error(`unknown kind ${manifest.kind}`)
      expect(() => new Kind(manifest).validate(), manifest.metadata.name).not.toThrow()
    }
    expect(() => new apps.Deployment({ spec: { replicas: 'two' } } as never).validate()).toThrow()
  })

  test('run this version without privileges, on a read-only disk', () => {
    const containers = pods.flatMap((pod) => pod.containers)
    expect(containers.map(({ args }) => args)).toEqual(
      expect.arrayContaining([['migrate'], ['api'], ['worker']]),
    )
    for (const { image, securityContext } of containers) {
      expect(image).toBe(`tradehall:${version}`)
      expect(securityContext).toMatchObject({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
    }
    for (const pod of pods)
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001 })
    const [job] = manifests.filter(({ kind }) => kind === 'Job')
    expect(job?.metadata.name).toBe(`tradehall-migrate-${version}`)
  })

  test('select the pods that they describe, which say when they are ready', () => {
    const api = manifests.find(
      ({ metadata, kind }) => kind === 'Deployment' && metadata.name === 'tradehall-api',
    )
    const service = manifests.find(({ kind }) => kind === 'Service')
    expect(service?.spec?.selector).toEqual(api?.spec?.template?.metadata.labels)
    for (const { kind, spec } of manifests) {
      if (kind !== 'Deployment') continue
      expect(spec?.selector).toEqual({ matchLabels: spec?.template?.metadata.labels })
    }
    expect(podOf(api as Manifest)?.containers[0]).toMatchObject({
      readinessProbe: { httpGet: { path: '/health/ready' } },
      livenessProbe: { httpGet: { path: '/health/live' } },
    })
  })

  const readSettings = () => {
    const variables = manifests.flatMap(({ data, stringData }) => Object.entries({ ...data, ...stringData }))
    const given = Object.fromEntries(variables) as Record<string, string>
    return readConfig({ ...given, TRADEHALL_SECRET_KEY: randomBytes(32).toString('base64') })
  }

  test('let probes ask by the address of a pod, and everybody else by the names of service and ingress', () => {
    const [api] = pods.flatMap(({ containers }) => containers.filter(({ args }) => args[0] === 'api'))
    // With a `host` or a header they would ask by that.
    for (const probe of [api?.startupProbe, api?.readinessProbe, api?.livenessProbe])
      expect(Object.keys(probe?.httpGet ?? {})).toEqual(['path', 'port'])
    const [service] = manifests.filter(({ kind }) => kind === 'Service')
    const [ingress] = manifests.filter(({ kind }) => kind === 'Ingress')
    const hosts = ['10.244.0.7:8080', service?.metadata.name, ingress?.spec?.rules?.[0]?.host]
    for (const host of hosts) expect([host, isKnownHost(readSettings(), String(host))]).toEqual([host, true])
    expect(isKnownHost(readSettings(), 'elsewhere.test')).toBe(false)
  })

  test('set what the server knows, and leave it time to drain', () => {
    const config = readSettings()
    for (const pod of pods.filter(({ terminationGracePeriodSeconds }) => terminationGracePeriodSeconds))
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(stopDelayMs(config) / 1000 + 20)
  })
})

describe('the units of systemd', () => {
  test('are accepted by systemd', needs(SYSTEMD), () => {
    for (const path of globSync('systemd/*.service', { cwd: DEPLOY })) {
      const name = path.replace('systemd/', '').replace('@', '@start')
      // Paths and accounts of an installation are not those of this machine.
      const unit = read(path)
        .replaceAll('/opt/tradehall/node_modules/.bin/tradehall', process.execPath)
        .replaceAll(/^(?:User|Group)=tradehall\n/gm, '')
      writeFileSync(join(folder, name), unit)
      const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', join(folder, name)], {
        encoding: 'utf8',
      })
      expect(stderr.split('\n').filter((line) => line.includes(name))).toEqual([])
    }
  })

  test('start commands that exist', () => {
    for (const path of globSync('systemd/*.service', { cwd: DEPLOY }))
      expect(read(path)).toMatch(
        /^ExecStart=\/opt\/tradehall\/node_modules\/\.bin\/tradehall (?:%i|migrate)$/m,
      )
    expect(read('systemd/tradehall@.service')).toContain('KillMode=mixed')
  })
})

test('all files name only settings that exist', () => {
  const known = Object.values(settings).map(({ variable }) => variable)
  for (const path of globSync('**/*', { cwd: DEPLOY, withFileTypes: true })) {
    if (!path.isFile()) continue
    const file = join(path.parentPath, path.name)
    const named = readFileSync(file, 'utf8').match(/\bTRADEHALL_[A-Z_]+/g) ?? []
    for (const variable of named) expect(known, file).toContain(variable)
  }
})
