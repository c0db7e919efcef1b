/** The files in `deploy/`: linted, and compared with the settings and the version of the server. */
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DCLinter } from 'dclint'
import { validate } from 'dockerfile-utils'
import * as apps from 'kubernetes-models/apps/v1'
import * as autoscaling from 'kubernetes-models/autoscaling/v2'
import * as batch from 'kubernetes-models/batch/v1'
import * as networking from 'kubernetes-models/networking.k8s.io/v1'
import * as policy from 'kubernetes-models/policy/v1'
import * as core from 'kubernetes-models/v1'
import { afterAll, describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig, settings } from '../src/config.ts'
import { isKnownHost } from '../src/http/public-url.ts'
import { nodeProblems } from '../src/platform/distribution/node-settings.ts'
import { stopDelayMs } from '../src/processes/stop-delay.ts'
import { temporaryFolder } from './folders.ts'
import { type Manifest, render } from './kustomize.ts'
import { needs } from './requirements.ts'
import { variablesIn } from './settings-file.ts'

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
  networks: Record<string, object>
}
interface Service {
  image: string
  command?: string[]
  environment?: Record<string, string>
  networks?: string[] | Record<string, unknown>
  mem_limit?: string
  logging?: { options: Record<string, string> }
  restart?: string
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
    const stages = /^FROM (?:--platform=\$BUILDPLATFORM )?node:26-bookworm-slim AS \w+$/gm
    expect(containerfile.match(stages)).toHaveLength(3)
  })
})

describe('the compose files', () => {
  test('keep to the schema of compose files and to the rules of its linter', () => {
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
    expect(results).toHaveLength(2)
    expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
  })

  test('has two API nodes and two workers behind a migration, all of this version and on a read-only disk', () => {
    const { postgres, redis, balancer, ...own } = compose.services
    expect([postgres, redis, balancer]).not.toContain(undefined)
    expect(Object.values(own).map(({ command }) => command?.[0])).toEqual([
      'migrate',
      ...['api', 'api', 'worker', 'worker'],
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

  test.each(['compose.yaml', 'compose.cluster.yaml'])(
    'bound the memory and the logs of each service in %s',
    (file) => {
      const { services } = parse(read(`compose/${file}`), { merge: true }) as Compose
      for (const [name, { mem_limit, logging, restart }] of Object.entries(services)) {
        expect(mem_limit, name).toMatch(/^\d+[mg]$/)
        // Of a command that ends there is little.
        if (restart !== undefined && restart !== 'no')
          expect(logging?.options, name).toMatchObject({ 'max-size': expect.any(String), 'max-file': '5' })
      }
    },
  )

  test('trust the balancer by its address, which only the API nodes can reach', () => {
    const trusted = compose.services['api-1']?.environment?.TRADEHALL_TRUST_PROXY
    const { front } = compose.networks
    expect(compose.services.balancer?.networks).toEqual({ front: { ipv4_address: trusted }, edge: {} })
    expect(front).toMatchObject({ internal: true, ipam: { config: [{ subnet: '172.30.80.0/28' }] } })
    const inFront = Object.entries(compose.services).filter(([, { networks }]) =>
      Array.isArray(networks) ? networks.includes('front') : networks && 'front' in networks,
    )
    expect(inFront.map(([name]) => name)).toEqual(['api-1', 'api-2', 'balancer'])
    expect(compose.networks.inside).toEqual({ internal: true })
  })

  test('make a cluster of a coordinator and two nodes, with the settings that the server asks of nodes', () => {
    const cluster = parse(read('compose/compose.cluster.yaml'), { merge: true }) as Compose
    const { distribute, ...nodes } = cluster.services
    expect(Object.keys(nodes)).toEqual(['postgres', 'postgres-worker-1', 'postgres-worker-2'])
    for (const [name, { command = [] }] of Object.entries(nodes)) {
      const given = [...(command[2] ?? '').matchAll(/-c ("[^"]+"|\S+)/g)].map(([, text = '']) =>
        text.replaceAll('"', '').split(/=(.*)/s, 2),
      )
      const settings = Object.fromEntries(given) as Record<string, string>
      expect(Number(settings.max_prepared_transactions)).toBeGreaterThanOrEqual(
        Number(settings.max_connections),
      )
      expect([...nodeProblems({ node: name, isCoordinator: true, settings })]).toEqual([])
    }
    expect(distribute?.image).toBe(`tradehall:${version}`)
    const workers = Object.keys(nodes).slice(1)
    expect(distribute?.command).toEqual([
      'distribute',
      ...workers.flatMap((name) => ['--worker', `${name}:5432`]),
    ])
  })
})

const kinds = {
  ...core,
  ...apps,
  ...autoscaling,
  ...batch,
  ...networking,
  ...policy,
} as unknown as Record<string, new (data: unknown) => { validate(): void }>
interface Probe {
  httpGet: { path: string }
}
interface Pod {
  automountServiceAccountToken: boolean
  terminationGracePeriodSeconds?: number
  securityContext: object
  containers: {
    image: string
    args: string[]
    ports?: { name: string; containerPort: number }[]
    securityContext: object
    resources: { requests: Record<string, string>; limits: Record<string, string> }
    startupProbe?: Probe
    readinessProbe?: Probe
    livenessProbe?: Probe
  }[]
  volumes: { emptyDir?: { sizeLimit?: string } }[]
}

const KUBERNETES = join(DEPLOY, 'kubernetes')
const OVERLAYS = ['single-node', 'several-nodes', 'citus']
const KUBECTL = {
  met: spawnSync('kubectl', ['version', '--client']).status === 0,
  missing: 'the program kubectl is not installed',
}

describe.each(OVERLAYS)('the files for Kubernetes, overlay %s', (overlay) => {
  const overlayFolder = join(KUBERNETES, 'overlays', overlay)
  const manifests = render(overlayFolder)
  const podOf = ({ spec }: Manifest) => spec?.template?.spec as Pod | undefined
  const pods = manifests.flatMap((manifest) => podOf(manifest) ?? [])
  const find = (kind: string, name: string) =>
    manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name) as Manifest
  const labelsOf = (component: string) => ({
    'app.kubernetes.io/name': 'tradehall',
    'app.kubernetes.io/component': component,
  })

  test('keep to the schemas of their kinds', () => {
    expect(manifests.length).toBeGreaterThan(10)
    for (const manifest of manifests) {
      const Kind = kinds[manifest.kind]
      if (!Kind) throw new Error(`unknown kind ${manifest.kind}`)
      expect(() => new Kind(manifest).validate(), manifest.metadata.name).not.toThrow()
    }
    expect(() => new apps.Deployment({ spec: { replicas: 'two' } } as never).validate()).toThrow()
    const wrong = { spec: { minReplicas: 1, scaleTargetRef: { kind: 'Deployment' } } }
    expect(() => new autoscaling.HorizontalPodAutoscaler(wrong as never).validate()).toThrow()
  })

  test('are rendered as kubectl renders them', needs(KUBECTL), () => {
    const { stdout } = spawnSync('kubectl', ['kustomize', overlayFolder], { encoding: 'utf8' })
    const byName = (list: Manifest[]) =>
      list.toSorted((one, other) => nameOf(one).localeCompare(nameOf(other), 'en'))
    const nameOf = ({ kind, metadata }: Manifest) => `${kind} ${metadata.name}`
    const theirs = parseAllDocuments(stdout).map((document) => document.toJS() as Manifest)
    expect(byName(manifests)).toEqual(byName(theirs))
  })

  test('run this version without privileges, on a read-only disk, within bounds', () => {
    const containers = pods.flatMap((pod) => pod.containers)
    expect(containers.map(({ args }) => args)).toEqual(
      expect.arrayContaining([['migrate'], ['api'], ['worker']]),
    )
    for (const { image, securityContext, resources } of containers) {
      expect(image).toBe(`tradehall:${version}`)
      expect(securityContext).toMatchObject({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      expect(resources.limits.memory).toMatch(/i$/)
      expect(resources.limits['ephemeral-storage']).toMatch(/i$/)
    }
    for (const pod of pods) {
      expect(pod.automountServiceAccountToken).toBe(false)
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001 })
      for (const { emptyDir } of pod.volumes) expect(emptyDir?.sizeLimit).toMatch(/Mi$/)
    }
    const jobs = manifests.filter(({ kind }) => kind === 'Job').map(({ metadata }) => metadata.name)
    expect(jobs[0]).toBe(`tradehall-migrate-${version}`)
    expect(jobs.slice(1)).toEqual(overlay === 'citus' ? [`tradehall-distribute-${version}`] : [])
  })

  test.each(['api', 'worker'])(
    'let two of %s run, one at least, with probes, and found by all that select it',
    (component) => {
      const deployment = find('Deployment', `tradehall-${component}`)
      expect(deployment.spec.replicas).toBe(overlay === 'single-node' ? 2 : undefined)
      expect(deployment.spec.selector).toEqual({ matchLabels: labelsOf(component) })
      expect(deployment.spec.template.metadata.labels).toEqual(labelsOf(component))
      const [container] = (podOf(deployment) as Pod).containers
      for (const [probe, path] of [
        [container?.startupProbe, '/health/live'],
        [container?.livenessProbe, '/health/live'],
        [container?.readinessProbe, '/health/ready'],
      ] as const) {
        expect(probe?.httpGet.path).toBe(path)
        // With a `host` or a header they would ask by that, and not by the address of the pod.
        expect(Object.keys(probe?.httpGet ?? {})).toEqual(['path', 'port'])
      }
      const budget = find('PodDisruptionBudget', `tradehall-${component}`)
      expect(budget.spec).toEqual({
        ...(overlay === 'single-node' ? { maxUnavailable: '100%' } : { minAvailable: 1 }),
        selector: { matchLabels: labelsOf(component) },
      })
    },
  )

  test('scale both by their CPU, and workers by how late their queue is', () => {
    const scalers = manifests.filter(({ kind }) => kind === 'HorizontalPodAutoscaler')
    const metricsOf = (name: string) =>
      scalers
        .find(({ spec }) => spec.scaleTargetRef.name === name)
        ?.spec.metrics.map(({ resource, external }: Record<string, { name?: string; metric?: object }>) =>
          external ? external.metric : resource?.name,
        )
    if (overlay === 'single-node') expect(scalers).toEqual([])
    else {
      expect(metricsOf('tradehall-api')).toEqual(['cpu'])
      expect(metricsOf('tradehall-worker')).toEqual(['cpu', { name: 'tradehall_queue_lag_seconds' }])
      for (const { spec } of scalers) expect(spec.minReplicas).toBe(2)
    }
  })

  test('expose the API to the ingress controller and metrics to Prometheus, and nothing else', () => {
    const services = manifests.filter(({ kind }) => kind === 'Service')
    expect(services.map(({ metadata, spec }) => [metadata.name, spec.selector])).toEqual([
      ['tradehall', labelsOf('api')],
      ['tradehall-metrics', { 'app.kubernetes.io/name': 'tradehall' }],
    ])
    const named = pods.flatMap(({ containers }) => containers.flatMap(({ ports = [] }) => ports))
    for (const { spec } of services)
      for (const { targetPort } of spec.ports) expect(named.map(({ name }) => name)).toContain(targetPort)
    const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy')
    const allowed = policies.flatMap(({ spec }) =>
      spec.ingress.map(({ from, ports }: { from: unknown[]; ports: { port: string }[] }) => [
        spec.podSelector.matchLabels['app.kubernetes.io/component'] ?? 'all',
        from.length,
        ports.map(({ port }) => port),
      ]),
    )
    expect(allowed).toEqual([
      ['all', 1, ['metrics']],
      ['api', 1, ['http']],
    ])
  })

  const readSettings = () => {
    const secret = variablesIn(readFileSync(join(KUBERNETES, 'secret.env.example'), 'utf8'))
    const given = { ...find('ConfigMap', 'tradehall').data, ...secret }
    return readConfig({ ...given, TRADEHALL_SECRET_KEY: randomBytes(32).toString('base64') })
  }

  test('let everybody but probes ask by the names of service and ingress', () => {
    const ingress = find('Ingress', 'tradehall')
    for (const host of ['10.244.0.7:8080', 'tradehall', String(ingress.spec.rules[0].host)])
      expect([host, isKnownHost(readSettings(), host)]).toEqual([host, true])
    expect(isKnownHost(readSettings(), 'elsewhere.test')).toBe(false)
  })

  test('set what the server knows, and leave it time to drain', () => {
    const config = readSettings()
    expect(config.trustProxy).not.toContain('10.0.0.0/8')
    const { port } = (find('Service', 'tradehall-metrics') as Manifest).spec.ports[0]
    expect([config.metricsPort, config.workerMetricsPort]).toEqual([port, port])
    for (const pod of pods.filter(({ terminationGracePeriodSeconds }) => terminationGracePeriodSeconds))
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(stopDelayMs(config) / 1000 + 20)
  })
})

test('what the renderer of these files does not know is refused', () => {
  const wrong = (name: string, text: string) => {
    const its = join(folder, name)
    mkdirSync(its)
    writeFileSync(join(its, 'kustomization.yaml'), `resources: []\n${text}`)
    return () => render(its)
  }
  expect(wrong('unknown', 'namePrefix: my-')).toThrow('uses namePrefix, which is not rendered here')
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

  test('are confined alike', needs(SYSTEMD), () => {
    // Ten times the exposure level: 2.0 of 10.
    const assess = (path: string) =>
      spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', path])
    for (const path of globSync('systemd/*.service', { cwd: DEPLOY })) {
      const file = join(folder, path.replace('systemd/', 'confined-').replace('@', ''))
      writeFileSync(file, read(path))
      expect([path, assess(file).status]).toEqual([path, 0])
    }
    const open = join(folder, 'open.service')
    writeFileSync(open, '[Service]\nExecStart=/bin/true\n')
    expect(assess(open).status).not.toBe(0)
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
