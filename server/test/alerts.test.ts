/** The alerts, the dashboard and the runbooks in `deploy/` and `docs/` fit the metrics that a server has. */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { renewWorker } from '../src/platform/jobs/workers.ts'
import { createProcessReporter } from '../src/platform/processes/heartbeats.ts'
import { certificate } from './certificate.ts'
import { temporaryFolder } from './folders.ts'
import { type Market, market } from './market.ts'
import { type ParsedQuery, parseQuery } from './promql.ts'
import { needs, PROMTOOL } from './requirements.ts'
import { until } from './time.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const RULES = join(ROOT, 'deploy/prometheus/tradehall.rules.yml')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

interface Rule {
  alert: string
  expr: string
  labels: Record<string, string>
  annotations: Record<string, string>
}
const rules: Rule[] = parse(readFileSync(RULES, 'utf8')).groups.flatMap(
  ({ rules }: { rules: Rule[] }) => rules,
)

interface Panel {
  title: string
  targets?: { expr: string; legendFormat: string }[]
}
const { panels }: { panels: Panel[] } = JSON.parse(read('deploy/grafana/tradehall.json'))
const charts = panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr, legendFormat }) => ({
    title,
    legendFormat,
    // Variables of Grafana, which Prometheus does not know.
    query: parseQuery(expr.replaceAll('$__rate_interval', '5m')),
  })),
)

/** A server with all that metrics tell of: a worker, a certificate, an attempt to deliver. */
async function watchedMarket(): Promise<Market> {
  const folder = temporaryFolder('alerts', afterAll)
  const env = { TRADEHALL_TLS_CERT: join(folder, 'cert.pem'), TRADEHALL_TLS_KEY: join(folder, 'key.pem') }
  writeFileSync(env.TRADEHALL_TLS_CERT, certificate.cert)
  writeFileSync(env.TRADEHALL_TLS_KEY, certificate.key)
  const shop = await market({ cleanUp: afterAll, env })
  await renewWorker(shop.platform.db, randomUUID())
  const backlog = () => ({ waitedMs: 0, refused: 0 })
  const reporter = createProcessReporter(shop.platform, { role: 'worker', backlog }).start()
  afterAll(() => reporter.stop())
  const { db } = shop.platform
  await until(async () => (await db`select from platform.processes`).length > 0)
  await db`insert into webhooks.tallies (outcome, slot, count) values ('delivered', 0, 1)`
  await db`
    insert into identity.deprecated_calls (id, application_id, operation, method, path, calls, created_at, last_called_at)
    values (gen_random_uuid(), ${shop.credentials.applicationId}, 'listOptions', 'GET', '/', 1, now(), now())`
  await shop.http.app.inject('/api/v1/me')
  return shop
}

const shop = await watchedMarket()

interface Metric {
  labels: Set<string>
  /** By label. */
  values: Map<string, Set<string>>
  /** Of the last series. */
  value: number
}

/** By name, those without a series too. */
function readMetrics(text: string): Map<string, Metric> {
  const metrics = new Map<string, Metric>()
  const metric = (name: string) => {
    const known = metrics.get(name) ?? { labels: new Set(), values: new Map(), value: Number.NaN }
    metrics.set(name, known)
    return known
  }
  for (const line of text.split('\n')) {
    const [, declared] = /^# TYPE (\w+) (?!histogram|summary)/.exec(line) ?? []
    if (declared) metric(declared)
    const [, name, labels = '', value] = /^([a-z]\w*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    if (!name) continue
    const found = metric(name)
    found.value = Number(value)
    for (const [, label = '', text = ''] of labels.matchAll(/(\w+)="([^"]*)"/g)) {
      found.labels.add(label)
      found.values.set(label, (found.values.get(label) ?? new Set()).add(text))
    }
  }
  return metrics
}

/** A scrape leaves out what the database does not tell in time, as on a machine that is busy. */
async function wholeScrape(): Promise<string> {
  let text = ''
  await until(async () => {
    // Known from the second heartbeat on, which comes after five seconds.
    await shop.platform.db`update platform.processes set report = jsonb_set(report, '{clockAheadMs}', '3')`
    text = (await shop.http.app.inject('/metrics')).body
    return /^tradehall_clock_skew_seconds\{/m.test(text)
  })
  return text
}

const metrics = readMetrics(await wholeScrape())
/** Set by Prometheus. */
const OF_SCRAPE = ['instance', 'job']

function* mistakesIn({ selectors, grouping }: ParsedQuery): Generator<string> {
  const known = new Set(OF_SCRAPE)
  for (const { metric, matchers } of selectors) {
    const found = metrics.get(metric)
    if (!found && metric !== 'up') yield `there is no metric ${metric}`
    for (const label of found?.labels ?? []) known.add(label)
    for (const { label, values, isExact } of matchers) {
      if (OF_SCRAPE.includes(label)) continue
      const present = found?.values.get(label)
      if (!present) yield `${metric} has no label ${label}`
      for (const value of isExact ? values : [])
        if (present && !present.has(value)) yield `${metric} has no ${label} ${value}`
    }
  }
  for (const label of grouping) if (!known.has(label)) yield `nothing has the label ${label}`
}

describe('every expression uses metrics, labels and values that a server has', () => {
  test.each(rules.map(({ alert, expr }) => [alert, expr]))('alert %s: %s', (_alert, expr) => {
    const query = parseQuery(expr)
    expect(query.selectors.length).toBeGreaterThan(0)
    expect([...mistakesIn(query)]).toEqual([])
  })

  test('the dashboard', () => {
    expect(charts.length).toBeGreaterThan(30)
    const mistakes = charts.flatMap(({ title, query, legendFormat }) => [
      ...[...mistakesIn(query)].map((mistake) => `${title}: ${mistake}`),
      ...[...legendFormat.matchAll(/\{\{(\w+)\}\}/g)]
        .filter(([, label = '']) => !query.grouping.includes(label))
        .map(([label]) => `${title}: the legend ${label} is not grouped by`),
    ])
    expect(mistakes).toEqual([])
  })

  test('and mistakes are found', () => {
    const wrong =
      'sum by (colour) (rate(tradehall_nothing[5m])) + tradehall_jobs{state="lost", shape="round"}'
    expect([...mistakesIn(parseQuery(wrong))]).toEqual([
      'there is no metric tradehall_nothing',
      'tradehall_jobs has no state lost',
      'tradehall_jobs has no label shape',
      'nothing has the label colour',
    ])
    expect(() => parseQuery('sum(tradehall_jobs')).toThrow('Not PromQL')
  })
})

describe('the runbooks', () => {
  const runbooks = read('docs/operators/runbooks.md')
  const sections = new Map(
    runbooks
      .split(/^## /m)
      .slice(1)
      .map((section) => [section.split('\n', 1)[0] ?? '', section]),
  )

  test('there is one for each alert, and none for anything else', () => {
    const alerts = new Set(rules.map(({ alert }) => alert))
    expect([...sections.keys()].filter((title) => title.startsWith('Tradehall')).toSorted()).toEqual(
      [...alerts].toSorted(),
    )
    for (const { alert, labels, annotations } of rules) {
      expect(annotations.runbook).toBe(`docs/operators/runbooks.md#${alert.toLowerCase()}`)
      expect(annotations.summary).toMatch(/\.$/)
      expect(annotations.description).toMatch(/\.$/)
      expect(['warning', 'critical']).toContain(labels.severity)
    }
  })

  test('each says what the alert means, how to look, what to do and when it is over', () => {
    for (const { alert } of rules)
      for (const part of ['Means', 'Look', 'Do', 'Over'])
        expect(sections.get(alert), alert).toContain(`**${part}.**`)
  })

  test('their statements run', async () => {
    const statements = [...runbooks.matchAll(/^```sql\n(.*?)^```$/gms)].map(([, sql = '']) => sql)
    expect(statements.length).toBeGreaterThan(5)
    for (const sql of statements) await shop.platform.db.unsafe(sql)
  })
})

describe('the metrics', () => {
  test('are listed in the guide, with their labels', () => {
    const listed = new Map(
      [...read('docs/operators/monitoring.md').matchAll(/^\| `(tradehall_\w+)` \| \w+ \| ([^|]*)\|/gm)].map(
        ([, name = '', labels = '']) => [name, labels],
      ),
    )
    const ours = [...metrics.keys()]
      .filter((name) => name.startsWith('tradehall_'))
      .map((name) => name.replace(/(_seconds)_(?:bucket|sum|count)$/, '$1'))
    expect([...listed.keys()].toSorted()).toEqual([...new Set(ours)].toSorted())
    for (const [name, { labels }] of metrics) {
      const guide = listed.get(name)
      if (guide === undefined) continue
      const told = [...guide.replace(/:.*/, '').matchAll(/`(\w+)`/g)].map(([, label]) => label)
      expect([name, told.toSorted()]).toEqual([name, [...labels].toSorted()])
    }
  })

  test('tell how the server is doing', () => {
    const value = (name: string) => metrics.get(name)?.value
    expect(value('tradehall_certificate_expiry_timestamp_seconds')).toBe(Date.UTC(2120, 0, 1) / 1000)
    expect(value('tradehall_migrations_missing')).toBe(0)
    expect(value('tradehall_distribution_open')).toBe(0)
    expect(value('tradehall_database_nodes_away')).toBe(0)
    expect(value('tradehall_worker_heartbeat_age_seconds')).toBeGreaterThanOrEqual(0)
    expect(value('tradehall_database_connections')).toBeGreaterThan(0)
    expect(value('tradehall_database_pool_size')).toBe(shop.config.databasePool)
    expect(metrics.get('tradehall_ready')?.values.get('check')).toEqual(
      new Set(['database', 'migrations', 'worker', 'writes']),
    )
    expect(metrics.get('tradehall_disk_used_ratio')?.labels).toEqual(new Set(['host']))
  })

  test('that cannot be read are left out, and the others are served', async () => {
    const { db } = shop.platform
    await db`alter table platform.outbox rename to hidden`
    onTestFinished(() => db`alter table platform.hidden rename to outbox`.then(() => {}))
    const now = readMetrics((await shop.http.app.inject('/metrics')).body)
    expect(now.get('tradehall_outbox_events')?.labels.size).toBe(0)
    expect(now.get('tradehall_jobs')?.labels.size).toBe(1)
  })
})

describe('promtool', needs(PROMTOOL), () => {
  const promtool = (...args: string[]) => promisify(execFile)('promtool', args)

  test('accepts the rules', async () => {
    expect((await promtool('check', 'rules', RULES)).stdout).toContain('SUCCESS')
  })

  test('raises the alerts that the examples expect', async () => {
    const { stdout } = await promtool('test', 'rules', RULES.replace('.yml', '.examples.yml'))
    expect(stdout).toContain('SUCCESS')
  })
})
