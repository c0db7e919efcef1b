/**
 * The providers that come with the server. Both keep books of their own, in statements of their own: what they have
 * written stays, whatever becomes of the transaction of whoever asked, as it would in another company.
 *
 * `sandbox` takes money that does not exist, at once, unless the payer's address says otherwise. `manual` is for
 * production: customers transfer the amount, and the operator notes that it came.
 */
import type { Config } from '../../../config.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { OrderPayChargesRow } from '../../../platform/rows.ts'
import type { Charge, ChargeRequest, PaymentProvider, PspData, UsedMethod } from './provider.ts'

interface Books {
  db: Queryable
  clock: Clock
  config: Pick<Config, 'mode'>
}

export const providerOf = (books: Books): PaymentProvider =>
  books.config.mode === 'sandbox' ? sandboxProvider(books) : manualProvider(books)

const sandboxProvider = (books: Books) =>
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

const manualProvider = (books: Books) =>
  bookProvider(books, {
    name: 'manual',
    usualMethod: 'sepa_credit_transfer',
    begin: () => 'pending',
    pspData: () => null,
  })

interface Manner {
  name: string
  usualMethod: string
  begin: (request: ChargeRequest) => Charge['status']
  pspData: (row: ChargeRow) => PspData | null
}

type ChargeRow = Omit<OrderPayChargesRow, 'status' | 'method'> & Pick<Charge, 'status' | 'method'>

function bookProvider({ db, clock }: Books, { name, usualMethod, begin, pspData }: Manner): PaymentProvider {
  const shown = (row: ChargeRow): Charge => ({
    status: row.status,
    pspId: pspIdOf(name, row.key),
    method: row.method,
    pspData: pspData(row),
  })

  /** Writes a charge of this status, or changes the one that is there: the key decides which, in one statement. */
  async function book(request: ChargeRequest, status: Charge['status'], ends: Ends): Promise<Charge> {
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

/** What becomes of a charge that is there already. */
interface Ends {
  pending?: Charge['status']
  succeeded?: Charge['status']
}

const pspIdOf = (psp: string, key: string) => `${psp}_${key.replaceAll('-', '')}`

/** Invented digits, where the method has any. */
const LAST4: Readonly<Record<string, string>> = { card: '4242', sepa_direct_debit: '3000' }

const methodOf = ({ method, payer }: ChargeRequest): UsedMethod => ({
  type: method,
  email: LAST4[method] ? null : payer.email,
  name: payer.name,
  last4: LAST4[method] ?? null,
})
