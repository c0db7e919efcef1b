/**
 * The built-in payment providers, `sandbox` and `manual`. Both store their charges in a table of their own, outside of
 * the caller's transaction: a charge persists even if the caller rolls back, as it would at an external company.
 * `sandbox` charges fictitious money immediately, unless the payer's email address selects another outcome. `manual` is
 * for production: customers transfer the amount, and the operator records its receipt.
 */
import type { Config } from '../../../config.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { OrderPayChargesRow } from '../../../platform/rows.ts'
import type { Charge, ChargeRequest, PaymentProvider, PspData, UsedMethod } from './provider.ts'

interface ProviderPorts {
  db: Queryable
  clock: Clock
  config: Pick<Config, 'mode'>
}

export const providerOf = (books: ProviderPorts): PaymentProvider =>
  books.config.mode === 'sandbox' ? sandboxProvider(books) : manualProvider(books)

const sandboxProvider = (books: ProviderPorts) =>
  bookProvider(books, {
    name: 'sandbox',
    usualMethod: 'card',
    begin: ({ payer }) => {
      if (/\+declined@/i.test(payer.email)) return 'failed'
      return /\+stalled@/i.test(payer.email) ? 'pending' : 'succeeded'
    },
    pspData: ({ key, method }) => ({
      client_secret: `${pspIdOf('sandbox', key)}_secret`,
      iban:
        method.type === 'sepa_credit_transfer'
          ? { bic: 'SNDBBEBB', iban: 'BE71096123456769', country: 'BE', reference: key.slice(-12) }
          : null,
    }),
  })

const manualProvider = (books: ProviderPorts) =>
  bookProvider(books, {
    name: 'manual',
    usualMethod: 'sepa_credit_transfer',
    begin: () => 'pending',
    pspData: () => null,
  })

interface ProviderBehaviour {
  name: string
  usualMethod: string
  begin: (request: ChargeRequest) => Charge['status']
  pspData: (row: ChargeRow) => PspData | null
}

type ChargeRow = Omit<OrderPayChargesRow, 'status' | 'method'> & Pick<Charge, 'status' | 'method'>

function bookProvider(
  { db, clock }: ProviderPorts,
  { name, usualMethod, begin, pspData }: ProviderBehaviour,
): PaymentProvider {
  const shown = (row: ChargeRow): Charge => ({
    status: row.status,
    pspId: pspIdOf(name, row.key),
    method: row.method,
    pspData: pspData(row),
  })

  /** Inserts a charge in this status or updates the existing one with the same key, in one statement. */
  async function book(
    request: ChargeRequest,
    status: Charge['status'],
    ends: StatusChanges,
  ): Promise<Charge> {
    const row = {
      key: request.key,
      psp: name,
      status,
      amount_minor: request.amountMinor,
      currency: request.currency,
      method: methodOf(request),
      created_at: clock.now(),
    }
    const [booked] = await db<[ChargeRow]>`
      insert into order_pay.charges ${db(row as never)}
      on conflict on constraint charges_pkey do update set status = case charges.status
        when 'pending' then ${ends.pending ?? 'pending'}
        when 'succeeded' then ${ends.succeeded ?? 'succeeded'}
        else charges.status
      end
      returning key, psp, status, amount_minor, currency, method, created_at`
    return shown(booked)
  }

  return {
    name,
    usualMethod,
    start: (request) => book(request, begin(request), {}),
    async status(key) {
      const [row] = await db<ChargeRow[]>`
        select key, psp, status, amount_minor, currency, method, created_at
        from order_pay.charges
        where key = ${key}`
      return row && shown(row)
    },
    cancel: (request) => book(request, 'cancelled', { pending: 'cancelled', succeeded: 'refunded' }),
    decide: (request, outcome) => book(request, outcome, { pending: outcome }),
  }
}

/** How the status of an existing charge changes. */
interface StatusChanges {
  pending?: Charge['status']
  succeeded?: Charge['status']
}

const pspIdOf = (psp: string, key: string) => `${psp}_${key.replaceAll('-', '')}`

/** Fictitious last four digits, for methods that have them. */
const LAST4: Readonly<Record<string, string>> = { card: '4242', sepa_direct_debit: '3000' }

const methodOf = ({ method, payer }: ChargeRequest): UsedMethod => ({
  type: method,
  email: LAST4[method] ? null : payer.email,
  name: payer.name,
  last4: LAST4[method] ?? null,
})
