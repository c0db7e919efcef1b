/** The settings of the sandbox's brands. For demo brands they are of the moment of the last demo order, and do not apply to it. */
import type { DemoRun } from '../../module.ts'
import { clockAt } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/database.ts'
import { demoId, demoIds } from '../../platform/demo-id.ts'
import type { BrandId } from '../../platform/ids.ts'
import { invariant } from '../../platform/invariant.ts'
import type { Work } from '../../platform/work.ts'
import { DEMO, findBrand } from '../identity/index.ts'
import { addContact } from './contacts.ts'
import { saveFranco } from './franco.ts'
import { changeRelation } from './relations.ts'
import { changeShippingSettings, type ShippingSettingsChange } from './shipping-settings.ts'

const PROFILES = [
  {
    brandId: DEMO.brandId,
    contacts: ['accounts@alderwick.test', 'ines@alderwick.test'],
    franco: { corridor: 'international', amountMinor: 60_000, feeMinor: 2500 },
    trusted: [],
    shipping: { eoriNumber: 'BE0700000041', lucidNumber: 'DE0000000000041' },
  },
  {
    brandId: DEMO.otherBrandId,
    contacts: ['ledger@northlight.test'],
    franco: { corridor: 'domestic', amountMinor: 20_000, feeMinor: 1000 },
    // The main brand trusts no retailer, so that every order of the demo waits for the user's decision.
    trusted: [demoId('retailer/fox-and-ledger')],
    shipping: { eoriNumber: 'GB000000042000', lucidNumber: '' },
  },
] as const

export async function seedBrandsDemo(tx: Transaction, { time }: DemoRun): Promise<void> {
  for (const { brandId, contacts, franco, trusted, shipping } of PROFILES) {
    const ctx = { db: tx, clock: clockAt(time.newest), ids: demoIds(`brand-profile/${brandId}`) }
    await setUp(ctx, brandId, { contacts, franco, shipping })
    for (const retailerId of trusted) {
      await changeRelation(ctx, brandId, retailerId, { automaticOrderValidationMode: true })
    }
  }
}

/** Adds settings with the numbers that shipments to other countries require. */
export async function equipTestBrand(work: Work, brandId: BrandId): Promise<void> {
  await setUp(work, brandId, {
    contacts: [`accounts@brand-${brandId}.test`],
    franco: { corridor: 'international', amountMinor: 60_000, feeMinor: 2500 },
    shipping: { eoriNumber: 'BE0700000043', lucidNumber: 'DE0000000000043' },
  })
}

interface Profile {
  contacts: readonly string[]
  franco: Parameters<typeof saveFranco>[2]
  shipping: ShippingSettingsChange
}

async function setUp(work: Work, brandId: BrandId, { contacts, franco, shipping }: Profile): Promise<void> {
  const brand = await findBrand(work.db, brandId)
  invariant(brand, 'identity has created the brand')
  for (const email of contacts)
    await addContact(work, brandId, { id: undefined, email, purposes: ['finance'] })
  await saveFranco(work, brand, franco)
  await changeShippingSettings(work, brandId, shipping)
}
