/** Cuts the products of an import into the bodies of requests. */
import { ConfigurationError, ImportError } from './errors.ts'

/** A request may have 4 MB; smaller ones are quicker to repeat. A single product may exceed the size of a batch. */
const MAX_BYTES = 1_500_000
const MAX_ENTRIES = 1000

const encoder = new TextEncoder()

/** Yields serialized entries in batches, without the first `added` entries, which the operation has already. */
export async function* entryBatches(
  products: Iterable<unknown> | AsyncIterable<unknown>,
  { operationId, added }: { operationId: string; added: number },
): AsyncGenerator<string[], void, undefined> {
  let [batch, bytes, position]: [string[], number, number] = [[], 0, 0]
  for await (const product of products) {
    position += 1
    if (position <= added) continue
    const entry = serialize(product, position)
    const size = encoder.encode(entry).length + 1
    if (batch.length > 0 && (bytes + size > MAX_BYTES || batch.length >= MAX_ENTRIES)) {
      yield batch
      ;[batch, bytes] = [[], 0]
    }
    batch.push(entry)
    bytes += size
  }
  if (batch.length > 0) yield batch
  if (position >= added) return
  throw new ImportError(
    `The operation ${operationId} has ${added} products already, and the import has only ${position}: these are not the products with which it began. Cancel it and start again.`,
    operationId,
  )
}

function serialize(product: unknown, position: number): string {
  if (typeof product === 'string') return product
  if (typeof product === 'object' && product !== null) {
    return JSON.stringify({ type: 'catalog-integration-product', ...product })
  }
  throw new ConfigurationError(`Product ${position} of the import is neither an object nor a serialized one.`)
}
