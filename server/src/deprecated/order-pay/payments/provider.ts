/**
 * What a payment provider is to this group. It calls nobody: whoever wants to know asks again. Every question carries
 * the key of the payment, and the same key never takes money twice, however often and in whichever order it is asked.
 */
export interface PaymentProvider {
  /** One word for `psp`. */
  readonly name: string
  /** How customers pay of whom nothing is known yet. */
  readonly usualMethod: string
  /** Begins a charge, or answers what became of the one with this key. */
  start(request: ChargeRequest): Promise<Charge>
  /** What became of it; undefined when it was never begun. */
  status(key: string): Promise<Charge | undefined>
  /** Ends a charge that waits, gives back one that was taken, and keeps one that was never begun from beginning. */
  cancel(request: ChargeRequest): Promise<Charge>
  /** People decide how a charge ends that waits; one that has ended stays as it is. */
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

/** What the customer needs to pay. */
export interface PspData {
  client_secret: string
  iban: { bic: string; iban: string; country: string; reference: string } | null
}
