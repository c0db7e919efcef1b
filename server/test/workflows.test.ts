/** The workflows in `.github`, which no test can run: checked by the parser and the schema of those who run them. */
import { globSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'

// The package imports its schema without saying that it is JSON, as bundlers allow and Node does not.
const hooks = registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    return specifier.endsWith('.json') ? { ...found, importAttributes: { type: 'json' } } : found
  },
})
const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } = await import(
  '@actions/workflow-parser'
).finally(() => hooks.deregister())

const FOLDER = fileURLToPath(new URL('../../.github/workflows/', import.meta.url))
const files = globSync('*.yml', { cwd: FOLDER })
const read = (name: string) => readFileSync(FOLDER + name, 'utf8')

interface Job {
  needs?: string
  permissions?: Record<string, string>
  'timeout-minutes'?: number
  steps: Step[]
}
interface Step {
  uses?: string
  run?: string
  with?: Record<string, unknown>
}

async function mistakesIn(name: string, content: string): Promise<string[]> {
  const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter())
  if (value) await convertWorkflowTemplate(context, value)
  return context.errors.getErrors().map(({ message }) => message)
}

test.each(files)('%s keeps to the schema of workflows, its expressions too', async (name) => {
  expect(await mistakesIn(name, read(name))).toEqual([])
})

test.each([
  ['an unknown member', 'runs-on:', 'runs-upon:'],
  ['an unknown permission', 'packages: write', 'parcels: write'],
  ['a broken expression', 'github.actor }}', 'github.actor( }}'],
  ['a job that does not exist', 'needs: scan', 'needs: scanning'],
])('%s is found', async (_what, right, wrong) => {
  const text = read('publish.yml')
  expect(text).toContain(right)
  expect(await mistakesIn('publish.yml', text.replace(right, wrong))).not.toEqual([])
})

describe('all workflows', () => {
  const workflows = files.map(
    (name) => parse(read(name)) as { permissions: object; jobs: Record<string, Job> },
  )
  const jobs = workflows.flatMap((workflow) => Object.values(workflow.jobs))

  test('pin every action by the digest of its commit, with its version behind it', () => {
    const used = files.flatMap((name) => read(name).match(/uses: .*/g) ?? [])
    expect(used.length).toBeGreaterThan(10)
    for (const line of used) expect(line).toMatch(/^uses: [\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
    const pinned = new Map(used.map((line) => [line.split('@')[0], line]))
    // One version of each.
    expect(new Set(used).size).toBe(pinned.size)
  })

  test('read the repository only, unless a job says what it writes, and end', () => {
    for (const { permissions } of workflows) expect(permissions).toEqual({ contents: 'read' })
    for (const job of jobs) expect(job['timeout-minutes']).toBeGreaterThan(0)
  })

  test('take nothing of an event into a script as text', () => {
    for (const { run = '' } of jobs.flatMap(({ steps }) => steps)) expect(run).not.toContain('{{')
  })
})

describe('what a tag publishes', () => {
  const { jobs } = parse(read('publish.yml')) as { jobs: Record<string, Job> }
  const stepOf = (job: string, action: string) =>
    jobs[job]?.steps.find(({ uses }) => uses?.startsWith(`${action}@`))

  test('is tested, scanned, pushed and signed in this order, and the packages come last', () => {
    expect(Object.entries(jobs).map(([name, { needs }]) => [name, needs])).toEqual([
      ['packages', undefined],
      ['scan', 'packages'],
      ['image', 'scan'],
      ['npm', 'image'],
    ])
    expect(stepOf('scan', 'aquasecurity/trivy-action')?.with).toMatchObject({ 'exit-code': '1' })
    expect(jobs.image?.steps.at(-1)?.run).toMatch(/cosign sign [\s\S]*cosign verify/)
    expect(jobs.npm?.steps.at(-1)?.run).toContain('npm publish --provenance')
  })

  test('is an image for two platforms, with its contents and its provenance', () => {
    const build = stepOf('image', 'docker/build-push-action')?.with
    expect(build).toMatchObject({
      file: 'deploy/Containerfile',
      platforms: 'linux/amd64,linux/arm64',
      push: true,
      sbom: true,
      provenance: 'mode=max',
    })
    const scanned = read('publish.yml').match(/platform: (linux\/\w+)/g) ?? []
    expect(scanned.map((line) => line.replace('platform: ', '')).join()).toBe(build?.platforms)
  })
})
