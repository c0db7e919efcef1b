import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { readSheet } from '../../../../server/test/files.ts'
import { FULL } from '../../../../server/test/full.ts'
import { addProducts, entry, openOperation, productNamed } from '../../../../server/test/integrations.ts'
import { type Program, runProgram } from '../../../../server/test/programs.ts'
import { serveMarket } from '../../../../server/test/served-market.ts'
import { until } from '../../../../server/test/time.ts'
import { runTool, type ToolRun } from '../../../../server/test/tools.ts'
import { type ImportOptions, importFile } from './import.ts'

const SAMPLES = fileURLToPath(new URL('../../../../docs/samples', import.meta.url))
const shop = await serveMarket({ cleanUp: afterAll })
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tradehall-import-'))
  return () => rmSync(folder, { recursive: true })
})

/** Runs the command as a process, which can be interrupted. */
const starting = (path: string, ...options: string[]) =>
  runProgram(['import', path, ...options], shop.environment)

const importing = (path: string, options: ImportOptions = {}, environment = shop.environment) =>
  runTool((stop) => importFile(path, options, environment, stop))

/** Runs the queued work until the promise settles. */
async function toEnd<T>(ended: Promise<T>): Promise<T> {
  let isDone = false
  const noted = ended.finally(() => {
    isDone = true
  })
  while (!isDone) {
    await shop.runJobs()
    await Promise.race([noted, new Promise((resume) => setTimeout(resume, 50))])
  }
  return await ended
}

const imported = (path: string, options: ImportOptions = {}) => toEnd(importing(path, options))

const lastOf = (run: ToolRun) => JSON.parse(run.lines.at(-1) ?? '{}')
const lastLine = (program: Program) => JSON.parse(program.lines().at(-1) ?? '{}')

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const FORMATS = ['csv', 'json', 'jsonl', 'xlsx']

function sample(name: string): string {
  const path = join(folder, name)
  copyFileSync(join(SAMPLES, name), path)
  return path
}

const jsonl = (entries: readonly object[]) => entries.map((one) => JSON.stringify(one)).join('\n')

async function countOf(id: string) {
  const [row] = await shop.platform.db<{ total: number; attached: number }[]>`
    select total_products_count as total,
      (select count(distinct payload->>'id') from integrations.entries where operation_id = operations.id) as attached
    from integrations.operations where id = ${id}`
  return row ?? { total: 0, attached: 0 }
}

test.each(FULL ? FORMATS : ['csv', 'xlsx'])(
  'the sample in %s is imported, and says the same as the others',
  async (format) => {
    const program = starting(sample(`products.${format}`), '--json')
    expect(await toEnd(program.exitCode()), program.errors()).toBe(0)
    expect(lastLine(program)).toEqual({
      operationId: expect.any(String),
      status: 'succeeded',
      total: 3,
      processed: 3,
      failed: 0,
      seconds: expect.any(Number),
      errorReport: null,
    })
    const product = await productNamed(shop, 'TF-310')
    expect(product).toMatchObject({ name: 'Ribbed pillar candle', vatRate: 20, unitMultiplier: 2 })
    expect(product?.variants.map(({ sku }) => sku).sort()).toEqual(['TF-310-O', 'TF-310-S', 'TF-310-SS'])
    expect(readdirSync(folder)).toEqual([`products.${format}`])
  },
)

test('what failed comes back as a report beside the file, which can be corrected and imported', async () => {
  const path = file('goods.jsonl', jsonl([entry('I-1'), entry('I-2', { name: undefined }), entry('I-3')]))
  const { exitCode, output } = await imported(path)
  expect(exitCode).toBe(2)
  expect(output).toMatch(/partially_failed {2}2 of 3 products processed, 1 failed, in [\d.]+ seconds\./)
  const [, report = ''] = /Error report: (.*)/.exec(output) ?? []
  expect(report).toMatch(/goods\.errors-[0-9a-f]{8}\.xlsx$/)
  const sheet = readSheet(readFileSync(report))
  expect(sheet.rows.map(({ id }) => id)).toEqual(['I-2'])
  expect(sheet.commented).toEqual(['name 2'])
  // An error report is a valid import file; imported unchanged, it fails in the same way.
  const again = await imported(report, { json: true })
  expect(again.exitCode).toBe(2)
  expect(lastOf(again)).toMatchObject({ status: 'failed', total: 1, failed: 1 })
})

test('updates and deletes are other operations on the same rows', async () => {
  expect(await imported(file('new.jsonl', jsonl([entry('I-4')])))).toMatchObject({ exitCode: 0 })
  const stock = file('stock.csv', 'variant_sku;variant_stock_quantity;name\r\nI-4-W;7;Not looked at\r\n')
  const update = starting(stock, '--operation', 'update', '--update-fields', 'stock')
  expect(await toEnd(update.exitCode()), update.errors()).toBe(0)
  expect(await productNamed(shop, 'I-4')).toMatchObject({
    name: 'Tealight I-4',
    variants: [{ stockQuantity: 7 }],
  })
  const old = file('old.csv', 'external_id\nI-4\n')
  expect(await imported(old, { operation: 'delete' })).toMatchObject({ exitCode: 0 })
  expect(await productNamed(shop, 'I-4')).toMatchObject({ archived: true })
})

test('an import that was interrupted goes on where it stopped, and nothing is there twice', async () => {
  const path = file('many.jsonl', jsonl(Array.from({ length: 4000 }, (_, i) => entry(`M-${i}`))))
  const first = starting(path)
  const state = () => JSON.parse(readFileSync(`${path}.import-state.json`, 'utf8'))
  await until(() => existsSync(`${path}.import-state.json`))
  const { operationId } = state()
  await until(async () => (await countOf(operationId)).total > 0)
  await shop.cut()
  first.process.kill('SIGINT')
  expect(await first.exitCode()).toBe(130)
  expect(first.errors()).toContain('Run the same command again to resume')
  await shop.restore()

  const second = starting(path, '--json')
  await second.says('Resuming the interrupted import.')
  await until(async () => (await countOf(operationId)).total === 4000, second.errors)
  expect(await countOf(operationId)).toEqual({ total: 4000, attached: 4000 })
  // Kill the process after the upload.
  second.process.kill('SIGKILL')
  await second.exitCode()

  const third = starting(path, '--json')
  expect(await toEnd(third.exitCode()), third.errors()).toBe(0)
  expect(lastLine(third)).toMatchObject({ operationId, status: 'succeeded', total: 4000, processed: 4000 })
  expect(readdirSync(folder)).toEqual(['many.jsonl'])
})

test('a file that was changed in between is not mixed with what it was', async () => {
  const path = file('some.jsonl', jsonl([entry('C-1')]))
  const first = starting(path)
  await until(() => existsSync(`${path}.import-state.json`))
  first.process.kill('SIGINT')
  expect(await first.exitCode()).toBe(130)
  writeFileSync(path, jsonl([entry('C-1'), entry('C-2')]))
  const second = await importing(path)
  expect(second.exitCode).toBe(1)
  expect(second.errors).toContain('Run with --restart')
  const third = await imported(path, { restart: true, json: true })
  expect(third.exitCode, third.errors).toBe(0)
  expect(lastOf(third)).toMatchObject({ total: 2, processed: 2 })
})

test('credentials that are rejected leave no state, and not that of an interrupted import either', async () => {
  const path = file('a.jsonl', jsonl([entry('R-1')]))
  const wrong = { ...shop.environment, TRADEHALL_CLIENT_SECRET: 'x'.repeat(43) }
  const { exitCode, errors } = await importing(path, {}, wrong)
  expect([exitCode, errors]).toEqual([1, expect.stringContaining('gives no token')])
  expect(readdirSync(folder)).toEqual(['a.jsonl'])

  const first = starting(path)
  await until(() => existsSync(`${path}.import-state.json`))
  first.process.kill('SIGINT')
  await first.exitCode()
  expect((await importing(path, {}, wrong)).exitCode).toBe(1)
  expect(readdirSync(folder)).toContain('a.jsonl.import-state.json')
  expect((await imported(path)).exitCode).toBe(0)
})

test('another operation that is open is named', async () => {
  const open = await openOperation(shop)
  const { exitCode, errors } = await importing(file('a.jsonl', jsonl([entry('O-1')])))
  expect(exitCode).toBe(1)
  expect(errors).toContain(`The operation ${open} of this brand is open.`)
  expect(readdirSync(folder)).toEqual(['a.jsonl'])
  await addProducts(shop, open, [entry('O-2')])
  await shop.send('POST', `/api/v1/catalog/integrations/operations/${open}/-actions/cancel`)
})

test('a dry run finds what the server would find, without a server, and sends nothing', async () => {
  const lines = [
    'id,name,description,currency,vat_rate,wholesale_price,retail_price,variant_sku,variant_ian,variant_stock_quantity',
    'D-1,Tealight,Set of twelve tealights with linen wicks.,EUR,20,6.5,13,D-1,,5',
    'D-2,,Set of twelve tealights with linen wicks.,GBP,20,-1,13,D-2,400638133393,many',
  ]
  const path = file('goods.csv', lines.join('\n'))
  const nowhere = { TRADEHALL_URL: 'http://127.0.0.1:1', TRADEHALL_DATA_DIR: folder }
  const { exitCode, output, errors } = await importing(path, { dryRun: true }, nowhere)
  expect(exitCode).toBe(2)
  expect(output).toBe('2 products checked, 1 not valid. Nothing was sent.\n')
  const fields = errors.trim().split('\n')
  expect(fields.map((line) => /^Line 3, D-2: (\S+): Expected/.exec(line)?.[1])).toEqual(
    expect.arrayContaining([
      'name',
      'currency',
      'wholesale_price',
      'variants[0].ian',
      'variants[0].stock_quantity',
    ]),
  )
  const json = await importing(path, { dryRun: true, json: true }, nowhere)
  expect(json.exitCode).toBe(2)
  expect(json.lines.map((line) => JSON.parse(line))).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ line: 3, id: 'D-2', field: 'name' }),
      { dryRun: true, products: 2, invalid: 1 },
    ]),
  )
})

const HEADER =
  'id,name,description,currency,vat_rate,wholesale_price,retail_price,variant_sku,variant_stock_quantity'

test.each<[string, string, string | Buffer, string]>([
  ['an empty file', 'a.csv', '', 'a.csv is empty.'],
  ['a header alone', 'a.csv', `${HEADER}\n`, 'a.csv has no products.'],
  ['another kind of file', 'a.pdf', 'x', 'must end with .csv, .json, .jsonl or .xlsx; it ends with ".pdf".'],
  ['a workbook that is none', 'a.xlsx', 'x', 'The file is not an XLSX workbook.'],
  ['missing columns', 'a.csv', 'id,name\na,b\n', 'Line 1: missing columns: description, currency'],
  [
    'Latin-1',
    'a.csv',
    Buffer.from(`${HEADER}\na,caf\xe9\n`, 'latin1'),
    'Line 2: the text is not valid UTF-8.',
  ],
  ['invalid UTF-8', 'a.jsonl', Buffer.from([0x7b, 0x0a, 0xff, 0x0a]), 'Line 2: the text is not valid UTF-8.'],
  ['a quote that stays open', 'a.csv', `${HEADER}\n"a\n`, 'Line 2: a quote is opened here'],
  [
    'an id that is too long',
    'a.jsonl',
    `{"id":"${'x'.repeat(300)}"}`,
    'Line 1: expected an id of 1 to 255 characters.',
  ],
])('%s is refused with what is wrong and where', async (_what, name, content, message) => {
  const { exitCode, errors } = await importing(file(name, content))
  expect(exitCode).toBe(1)
  expect(errors).toContain(message)
})

test('a product with half a character is found by a dry run, and fails alone', async () => {
  const half = JSON.stringify(entry('H-1', { name: 'x' })).replace('"x"', '"a\\ud800"')
  const path = file('half.jsonl', `${half}\n${JSON.stringify(entry('H-2'))}\n`)
  const dry = await importing(path, { dryRun: true })
  expect([dry.exitCode, dry.errors]).toEqual([
    2,
    expect.stringContaining('Line 1, H-1: name: Expected a text'),
  ])
  const { exitCode, output } = await imported(path)
  expect([exitCode, output]).toEqual([2, expect.stringContaining('1 of 2 products processed, 1 failed')])
})

test('a file that is not there, and options that do not exist, are refused', async () => {
  const missing = starting(join(folder, 'none.csv'))
  expect(await missing.exitCode()).toBe(1)
  expect(missing.errors()).toContain('cannot be opened')
  const path = sample('products.csv')
  const cases: [ImportOptions, string][] = [
    [{ operation: 'replace' }, '--operation must be one of import, update, delete'],
    [{ encoding: 'utf-7' }, '--encoding must be one of utf-8, latin1'],
    [{ updateFields: 'colour' }, '--update-fields must be one of stock'],
    [{ updateFields: 'stock' }, '--update-fields is for --operation update.'],
    [{ source: 'nowhere' }, 'rejected the request: '],
  ]
  for (const [options, message] of cases) {
    const { exitCode, errors } = await importing(path, options)
    expect(exitCode, message).toBe(1)
    expect(errors).toContain(message)
  }
})

test('a byte order mark, semicolons, CRLF and Latin-1 are read', async () => {
  const rows = [
    HEADER,
    'B-1,"Café ""noir""",Set of twelve tealights with linen wicks.,EUR,20,"6,50",13,B-1,5',
    '',
  ]
  const text = rows.join('\r\n')
  const cases: [string, Buffer, ImportOptions][] = [
    ['bom.csv', Buffer.from(`\uFEFF${text}`), {}],
    ['latin.csv', Buffer.from(text, 'latin1'), { encoding: 'latin1' }],
  ]
  for (const [name, bytes, options] of cases) {
    const { exitCode, errors } = await imported(file(name, bytes), options)
    expect(exitCode, errors).toBe(0)
    expect(await productNamed(shop, 'B-1')).toMatchObject({ name: 'Café "noir"', wholesalePrice: 650 })
  }
})

test('a number that may be a thousand is read as its column shows, which is told, or nothing is sent', async () => {
  const row = (id: string, price: string, stock: string) =>
    `${id};Tealight;Set of twelve tealights with linen wicks.;EUR;20;${price};2.000,50;${id};${stock}`
  const rows = [HEADER.replaceAll(',', ';'), row('N-1', '1.250', '5'), row('N-2', '2,50', '7')]
  const readAs = '"1.250" is read as 1250, as "2,50" in line 3 shows that the comma separates decimals'
  const path = file('prices.csv', rows.join('\n'))
  const { exitCode, errors } = await imported(path)
  expect([exitCode, errors]).toEqual([0, expect.stringContaining(`Line 2: wholesale_price: ${readAs}`)])
  expect(await productNamed(shop, 'N-1')).toMatchObject({ wholesalePrice: 125_000, retailPrice: 200_050 })
  const dry = await importing(path, { dryRun: true, json: true })
  const note = { line: 2, field: 'wholesale_price', note: expect.stringContaining(readAs) }
  expect(dry.lines.map((line) => JSON.parse(line))).toEqual([note, { dryRun: true, products: 2, invalid: 0 }])

  const unclear = file('stock.csv', [...rows, row('N-3', '3', '1.000')].join('\n'))
  for (const dryRun of [true, false]) {
    const refused = await importing(unclear, { dryRun })
    expect(refused.exitCode).toBe(1)
    expect(refused.errors).toContain('Line 4: variant_stock_quantity: "1.000" is 1 if the point separates')
    expect(refused.errors).toContain('cannot be imported: 1 line cannot be read.')
  }
  expect(await productNamed(shop, 'N-3')).toBeUndefined()
})

test.each(FULL ? FORMATS : ['json', 'xlsx'])(
  'two gigabytes of nothing are refused at once, as %s',
  async (extension) => {
    const path = file(`big.${extension}`, '')
    truncateSync(path, 2 * 1024 ** 3)
    const program = starting(path)
    expect(await program.exitCode()).toBe(1)
    expect(program.errors()).toMatch(/NUL character|not an XLSX workbook/)
  },
)

const long = 'Set of twelve tealights with linen wicks. '.repeat(80)
const LARGE = {
  csv: {
    first: `${HEADER}\n`,
    row: (i: number) => `L-${i},Tealight,${long},EUR,20,6.5,13,L-${i},5\n`,
    last: '',
  },
  json: {
    first: `[${JSON.stringify(entry('L'))}`,
    row: (i: number) => `,\n${JSON.stringify(entry(`L-${i}`, { description: long }))}`,
    last: ']',
  },
}

test.each(FULL ? (['csv', 'json'] as const) : (['json'] as const))(
  'a large file is read in little memory, as %s',
  async (extension) => {
    const { first, row, last } = LARGE[extension]
    const path = file(`large.${extension}`, first)
    for (let i = 0; i < 16; i++) {
      const rows = Array.from({ length: 1000 }, (_, j) => row(i * 1000 + j)).join('')
      writeFileSync(path, rows, { flag: 'a' })
    }
    writeFileSync(path, last, { flag: 'a' })
    // The heap limit is smaller than the file, so reading it as a whole would fail.
    const program = runProgram(['import', path, '--dry-run'], { NODE_OPTIONS: '--max-old-space-size=48' })
    let peakKb = 0
    while (program.process.exitCode === null && program.process.signalCode === null) {
      peakKb = Math.max(peakKb, residentKb(program.process.pid))
      await Promise.race([program.exitCode(), new Promise((resume) => setTimeout(resume, 20))])
    }
    expect(await program.exitCode(), program.errors()).toBe(0)
    expect(program.output()).toMatch(/1600[01] products checked, 0 not valid\./)
    // About 90 MB of the bound are the program itself.
    expect(peakKb / 1024).toBeLessThan(250)
  },
  300_000,
)

/** Available on Linux only. */
function residentKb(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}
