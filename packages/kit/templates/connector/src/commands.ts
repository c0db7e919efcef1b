/** `npm run ship`, `npm run set-stock` and `npm run import`. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { type Client, createClient, type ImportProduct, TradehallError } from '@tradehall/client'
import { importProducts, setStock } from './catalog.ts'
import { shipWithLabels, shipWithOwnCarrier } from './orders.ts'
import { Refusal, readSettings } from './settings.ts'

const USAGE = `npm run ship -- <order> [<carrier> <tracking number>]
npm run set-stock -- <sku> <quantity>
npm run import -- <file>`

/** Each returns the line to print, or undefined if its arguments are wrong. */
const commands: Record<string, (client: Client, args: string[]) => Promise<string> | undefined> = {
  ship(client, [order, trackingProvider, trackingNumber]) {
    if (!order) return undefined
    if (!trackingProvider || !trackingNumber) return shipAndSaveLabels(client, order)
    return shipWithOwnCarrier(client, order, { trackingProvider, trackingNumber }).then(
      ({ attributes }) => `The order is ${attributes.status}.`,
    )
  },
  'set-stock'(client, [sku, quantity]) {
    if (!sku || !/^\d+$/.test(quantity ?? '')) return undefined
    return setStock(client, sku, Number(quantity)).then(() => `${sku} has ${quantity} pieces.`)
  },
  import(client, [file]) {
    return file ? importFile(client, file) : undefined
  },
}

async function shipAndSaveLabels(client: Client, order: string): Promise<string> {
  const labels = await shipWithLabels(client, order)
  await mkdir('labels', { recursive: true })
  await writeFile(`labels/${order}.pdf`, labels)
  return `The labels are in labels/${order}.pdf.`
}

async function importFile(client: Client, file: string): Promise<string> {
  const products = JSON.parse(await readFile(file, 'utf8')) as ImportProduct[]
  return JSON.stringify(await importProducts(client, products), null, 2)
}

const [name = '', ...args] = process.argv.slice(2)
try {
  const { url: baseUrl, clientId, clientSecret, userAgent } = readSettings()
  const line = commands[name]?.(createClient({ baseUrl, clientId, clientSecret, userAgent }), args)
  if (!line) throw new Refusal(`Usage:\n${USAGE}`)
  console.log(await line)
} catch (error) {
  if (!(error instanceof Refusal || error instanceof TradehallError)) throw error
  console.error(error.message)
  process.exit(1)
}
