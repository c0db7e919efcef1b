/** The mixed load of a run: clients that each do one thing after the other, all together at a bounded rate. */
import { deleteMany, importProducts, setStock } from './catalog.ts'
import type { Order } from './commands.ts'
import { exportBilling, readAsOperator, readSomething } from './files.ts'
import { hasEnded, moveOn, placeOrder } from './orders.ts'
import { type Brand, oneIn, oneOf, type Work } from './work.ts'

const PLACERS = 3
const MOVERS = 8
/** Clients that place orders wait while so many orders are open. */
const MOST_OPEN = 300

export interface Load {
  /** Begins nothing new; work in progress continues until its signal is aborted. */
  finish(): Promise<void>
  placed(): number
}

export function startLoad(work: Work, callbacks: string): Load {
  const orders: Order[] = []
  let isOver = false
  let placed = 0
  const client = async (step: () => Promise<unknown>) => {
    while (!isOver && !work.until.aborted) await step().catch((error: Error) => work.client.fail(error))
  }
  const place = async () => {
    const open = orders.filter((order) => !hasEnded(order))
    const order = open.length < MOST_OPEN ? await placeOrder(work) : undefined
    if (order) {
      placed += 1
      orders.push(order)
    } else await readSomething(work, oneOf(work.brands).account)
  }
  const move = async () => {
    const idle = orders.filter((order) => !order.isBusy && !hasEnded(order))
    if (idle.length > 0) await moveOn(work, oneOf(idle))
    else await readSomething(work, oneOf(work.brands).account)
  }
  /** In turn, each brand with one of its variants. */
  const count = (group: readonly Brand[]) => {
    let next = 0
    return () => {
      const { account, goods } = group[next % group.length] as Brand
      const round = Math.floor(next++ / group.length)
      return setStock(work, account, goods.counted[round % goods.counted.length] as string)
    }
  }
  const running = [
    ...Array.from({ length: PLACERS }, () => client(place)),
    ...Array.from({ length: MOVERS }, () => client(move)),
    ...groupsOf(work.brands).flatMap((group) => [
      client(count(group)),
      client(() => {
        const brand = oneOf(group)
        return importProducts(work, brand, { callbackUrl: `${callbacks}/${brand.account}/answers` })
      }),
      client(() => exportBilling(work, oneOf(group).account)),
      client(() => deleteMany(work, oneOf(group).account, callbacks)),
    ]),
    client(() => (oneIn(2) ? readAsOperator(work) : readSomething(work, oneOf(work.brands).account))),
  ]
  return {
    async finish() {
      isOver = true
      await Promise.all(running)
    },
    placed: () => placed,
  }
}

const GROUPS = 2

/** Each brand is in one group, because it may have one import at a time, and one client that sets a stock. */
const groupsOf = (brands: readonly Brand[]): Brand[][] =>
  Array.from({ length: Math.min(GROUPS, brands.length) }, (_, group) =>
    brands.filter((_, i) => i % GROUPS === group),
  )
