/**
 * Interface of a payment provider. Providers send no notifications: they are polled. Every call carries the idempotency
 * key of the payment, and a key is charged at most once, whatever the number and order of calls.
 */
export interface PaymentProvider {
  /** Name of the provider, shown as `psp`. */
  readonly name: string
  /** Payment method of customers that have no stored method. */
  readonly usualMethod: string
  /** Starts a charge, or returns the existing one with this key. */
  start(request: ChargeRequest): Promise<Charge>
  /** The current state of a charge; undefined if it was never started. */
  status(key: string): Promise<Charge | undefined>
  /** Cancels a pending charge, refunds a successful one, and prevents one that was never started from starting. */
  cancel(request: ChargeRequest): Promise<Charge>
  /** Decides the outcome of a pending charge manually; a charge in a final state stays unchanged. */
  decide(request: ChargeRequest, outcome: 'succeeded' | 'failed'): Promise<Charge>
}

export interface ChargeRequest {
  key: string
  amountMinor: number
  currency: string
  method: string
  payer: { name: string; email: string }
}

export interface Charge {
  status: 'pending' | 'succeeded' | 'failed' | 'cancelled' | 'refunded'
  pspId: string
  method: UsedMethod
  pspData: PspData | null
}

export interface UsedMethod {
  type: string
  email: string | null
  name: string | null
  last4: string | null
}

/** Data that the customer needs in order to pay. */
export interface PspData {
  client_secret: string
  iban: { bic: string; iban: string; country: string; reference: string } | null
}
