/**
 * Connectors with one defect each: a change of the connector that `tradehall init --full` generates, or of its client
 * library. `fails` lists the lessons that must find it, consequences included; all others must pass.
 */
export interface Mutant {
  name: string
  /** Of the connector; with `client/` in front, of the client library. */
  file: string
  /** Must occur exactly once. */
  replace: string
  by: string
  fails: readonly string[]
  /** Lessons with advice that it does not follow. */
  warns?: readonly string[]
}

export const MUTANTS: readonly Mutant[] = [
  {
    name: 'keeps its token for half a second only',
    file: 'client/src/token.ts',
    replace: 'renewAt: now + lifeMs - earlyMs,',
    by: 'renewAt: now + 0 * earlyMs + 500,',
    fails: ['tokens'],
  },
  {
    name: 'goes on when its credentials are refused',
    file: 'src/connector.ts',
    replace: 'if (!(error instanceof AuthenticationError)) return false',
    by: 'if (Number(error) !== 0) return false',
    fails: ['tokens'],
  },
  {
    name: 'does not read Retry-After',
    file: 'client/src/calls.ts',
    replace: `Number(headers.get('retry-after') ?? Number.NaN)`,
    by: 'Number.NaN',
    fails: ['retries'],
  },
  {
    name: 'waits equally long before each repetition',
    file: 'client/src/retry.ts',
    replace: '[1000, 2000, 4000, 8000, 16_000]',
    by: '[2000, 2000, 2000, 2000, 2000]',
    fails: ['retries'],
  },
  {
    name: 'starts again at once after giving up',
    file: 'src/task-queue.ts',
    replace: 'const PAUSE_MS = 60_000',
    by: 'const PAUSE_MS = 1000',
    fails: ['retries'],
  },
  {
    name: 'repeats requests that were refused',
    file: 'client/src/retry.ts',
    replace:
      'error instanceof ConnectionError || error instanceof ServerError || error instanceof RateLimitError',
    by: 'error instanceof ConnectionError || error instanceof ServerError || error instanceof RateLimitError || (error as { status?: number }).status === 400',
    fails: ['retries'],
  },
  {
    name: 'takes a conflict for a decision',
    file: 'src/decisions.ts',
    replace: `if (current.attributes.status === 'ankor_confirmed') throw error
`,
    by: '',
    fails: ['conflicts'],
  },
  {
    name: 'repeats what got 409',
    file: 'client/src/retry.ts',
    replace:
      'error instanceof ConnectionError || error instanceof ServerError || error instanceof RateLimitError',
    by: `error instanceof ConnectionError || error instanceof ServerError || error instanceof RateLimitError || error.name === 'ConflictError'`,
    fails: ['conflicts'],
  },
  {
    name: 'repeats a write with the old If-Match',
    file: 'src/actions.ts',
    replace: `for (let attempt = 1; ; attempt++) {
      const variant = await findVariant(client, sku, signal)`,
    by: `const variant = await findVariant(client, sku, signal)
    for (let attempt = 1; ; attempt++) {`,
    fails: ['conflicts'],
  },
  {
    name: 'reads the first page only',
    file: 'src/polling.ts',
    replace: '    until = meta.updatedUntil\n',
    by: '    until = meta.updatedUntil\n    break\n',
    fails: ['pagination'],
  },
  {
    name: 'builds the address of the next page itself',
    file: 'client/src/pages.ts',
    replace: '  return url.href\n}',
    by: `  const own = new URL(current)
  own.searchParams.set('page[after]', url.searchParams.get('page[after]') ?? '')
  return own.href
}`,
    fails: ['pagination', 'catalog'],
  },
  {
    name: 'asks for pages that are too large',
    file: 'src/polling.ts',
    replace: `'page[limit]': 50`,
    by: `'page[limit]': 500 as 50`,
    fails: ['pagination', 'offline'],
  },
  {
    name: 'refuses events that it does not know',
    file: 'src/receiver.ts',
    replace: '    take(event)\n',
    by: `    if (!/^order\\.(brand|ship|label|cancel|billing)/.test(event.meta.event.type)) return 400
    take(event)
`,
    fails: ['tolerance'],
  },
  {
    name: 'validates responses against a closed schema',
    file: 'client/src/requests.ts',
    replace: `  if (typeof document !== 'object' || document === null) return document\n`,
    by: `  if (typeof document !== 'object' || document === null) return document
  const known = ['jsonapi', 'data', 'included', 'meta', 'links', 'products']
  const unknown = Object.keys(document).find((name) => !known.includes(name))
  if (unknown) throw new ConfigurationError(unknown)
`,
    fails: ['tolerance'],
  },
  {
    name: 'ends at a request that is refused for several reasons',
    file: 'src/task-queue.ts',
    replace: '        failTask(store, task, error as Error)\n',
    by: `        if (((error as { errors?: unknown[] }).errors?.length ?? 0) > 1) throw error
        failTask(store, task, error as Error)
`,
    fails: ['tolerance'],
  },
  {
    name: 'does not verify signatures',
    file: 'client/src/webhooks.ts',
    replace: `if (isAgeChecked) await verifyStandard(headers, bytes, standard, keys, Number(now))
  else if (requireTimestamp) throw ageUnknown()
  else await verifyPlain(headers, bytes, keys)`,
    by: 'void [keys, now]',
    fails: ['webhooks'],
  },
  {
    name: 'compares the first bytes of a signature only',
    file: 'client/src/webhooks.ts',
    replace: `      'verify',
    ])
    for (const signature of signatures) {
      if (signature && (await crypto.subtle.verify('HMAC', key, signature, content as Bytes))) fits = true`,
    by: `      'sign',
    ])
    const right = new Uint8Array(await crypto.subtle.sign('HMAC', key, content as Bytes)).slice(0, 4)
    for (const signature of signatures) {
      if (signature && right.every((byte, i) => byte === (signature[i] ?? byte))) fits = true`,
    fails: ['webhooks'],
  },
  {
    name: 'verifies what it has parsed and written again',
    file: 'client/src/webhooks.ts',
    replace: `const bytes = typeof body === 'string' ? encoder.encode(body) : body`,
    by: 'const bytes = encoder.encode(JSON.stringify(JSON.parse(typeof body === "string" ? body : new TextDecoder().decode(body))))',
    fails: ['webhooks'],
  },
  {
    name: 'takes old signatures',
    file: 'client/src/webhooks.ts',
    replace: 'if (Math.abs(ageSeconds) <= TOLERANCE_SECONDS) return',
    by: 'if (TOLERANCE_SECONDS > 0) return',
    fails: ['webhooks'],
  },
  {
    name: 'refuses events of days ago',
    file: 'src/receiver.ts',
    replace: '    take(event)\n',
    by: `    if (event.meta.event.timestamp < Date.now() / 1000 - 86_400) return 400
    take(event)
`,
    fails: ['webhooks'],
  },
  {
    name: 'acknowledges forgeries',
    file: 'src/receiver.ts',
    replace: 'if (error instanceof SignatureError) return 401',
    by: 'if (error instanceof SignatureError) return 204',
    fails: ['webhooks'],
  },
  {
    name: 'knows one signing secret only',
    file: 'src/settings.ts',
    replace: `.filter((secret) => secret !== '')`,
    by: '.slice(0, 1)',
    fails: ['webhooks'],
  },
  {
    name: 'acts on older events',
    file: 'src/orders.ts',
    replace: 'if (age < 0) return',
    by: 'if (age < 0) await context.client.orders.accept(id)',
    fails: ['webhooks'],
  },
  {
    name: 'never polls',
    file: 'src/polling.ts',
    replace: 'if ((await pollOnce(context)) > 0) onFound()',
    by: 'onFound(); void pollOnce',
    fails: ['offline'],
  },
  {
    name: 'polls for waiting orders only',
    file: 'src/polling.ts',
    replace: `'filter[updatedAfter]': store.position ?? BEGINNING`,
    by: `'filter[status]': 'ankor_confirmed'`,
    fails: ['offline'],
  },
  {
    name: 'accepts what is not there',
    file: 'src/decisions.ts',
    replace: `stock && stock.inventoryPolicy !== 'continue' ?`,
    by: 'stock && Number(stock.availableQuantity) > 0 ?',
    fails: ['orders'],
  },
  {
    name: 'rejects what is there in part',
    file: 'src/decisions.ts',
    replace: 'items.every(({ id: item }) => quantities[item] === 0)',
    by: 'items.some(({ id: item }) => quantities[item] !== undefined)',
    fails: ['orders'],
  },
  {
    name: 'remembers labels instead of reading the order',
    file: 'src/actions.ts',
    replace: 'const isConfirmed = before.attributes.shippingOverview.provider !== null',
    by: `const isConfirmed = JSON.stringify(store.books()).includes(id + '.pdf')`,
    fails: ['shipping'],
  },
  {
    name: 'asks for a denied pickup again',
    file: 'src/pickups.ts',
    replace: 'for (const pickupTime of TIMES) yield { pickupDate, pickupTime }',
    by: 'for (const _ of TIMES) yield { pickupDate, pickupTime: TIMES[0] }',
    fails: ['shipping'],
  },
  {
    name: 'adds the reserved pieces to the stock',
    file: 'src/actions.ts',
    replace: '{ stockQuantity: quantity }',
    by: '{ stockQuantity: quantity + (variant.attributes.reservedQuantity ?? 0) }',
    fails: ['stock'],
  },
  {
    name: 'never writes a stock of 0',
    file: 'src/actions.ts',
    replace: 'if (before === quantity) return',
    by: 'if (before === quantity || !quantity) return',
    fails: ['stock'],
  },
  {
    name: 'reads one page of results',
    file: 'src/actions.ts',
    replace: 'for await (const { attributes } of results) {',
    by: 'for (const { attributes } of await results.toArray(100)) {',
    fails: ['catalog'],
  },
  {
    name: 'gives up while another operation is open',
    file: 'src/actions.ts',
    replace: 'client.imports.run(products, { id, signal })',
    by: 'client.imports.run(products, { id, signal, queueTimeoutMs: 0 })',
    fails: ['catalog'],
  },
  {
    name: 'asks the warehouse before it decides',
    file: 'src/decisions.ts',
    replace: '  // An event may be older than the order, so the order is read.\n',
    by: `  const path = { orderId: id }
  const asked = client.request('GET', '/api/v1/master-orders/{orderId}/-actions/check-fulfillability', { path })
  await asked.catch(() => undefined)
`,
    fails: ['deprecations'],
  },
  {
    name: 'does not work without the warehouse',
    file: 'src/decisions.ts',
    replace: '  // An event may be older than the order, so the order is read.\n',
    by: `  await client.request('GET', '/api/v1/fulfillment/lots')\n`,
    fails: ['deprecations'],
  },
  {
    name: 'does not name itself',
    file: 'src/connector.ts',
    replace: ' userAgent, cache: true',
    by: ' cache: true',
    fails: [],
    warns: ['practice'],
  },
  {
    name: 'writes stock blindly',
    file: 'src/actions.ts',
    replace: '{ ifMatch: variant, signal }',
    by: '{ signal }',
    fails: [],
    warns: ['practice'],
  },
]
