import { Type } from 'typebox'
import { ifUnchanged } from '../../domain/expected-version.ts'
import { uuid } from '../../domain/fields.ts'
import { createdAnswers, listAnswer } from '../../http/answers/answers.ts'
import type { Http } from '../../http/http.ts'
import { type Ctx, createdDocument, document } from '../../http/operation.ts'
import type { Transaction } from '../../platform/database.ts'
import { findRetailer } from '../identity/index.ts'
import { francoVersion, listFranco, listFrancoSettings, lockFrancoSettings, saveFranco } from './franco.ts'
import { franco, francoSetting, saveFrancoBody } from './resources.ts'
import { audited } from './settings-audit.ts'
import { BASE, ownBrand, shared } from './shared.ts'

export function francoRoutes(http: Http): void {
  thresholdRoute(http)
  settingRoutes(http)
}

function thresholdRoute(http: Http): void {
  http.operation({
    ...shared,
    method: 'GET',
    path: `${BASE}/franco`,
    id: 'listFranco',
    summary: 'From which amount brands ship for nothing',
    description:
      'For a retailer: to its country. For others: within the country of the brand. Brands may ask about themselves only; ids that are unknown are left out.',
    access: 'token',
    query: {
      resource: franco,
      filters: {
        brandId: {
          kind: 'list',
          schema: uuid(),
          required: true,
          min: 1,
          max: 50,
          description: 'Ids of brands, 1 to 50.',
        },
      },
    },
    answers: [listAnswer(franco, 'One for each brand, in no particular order.')],
    async handle(ctx, { query }) {
      const brandIds = query.filter.brandId as string[]
      return document(franco, await listFranco(ctx.db, brandIds, await callerOf(ctx)))
    },
  })
}

function settingRoutes(http: Http): void {
  const ofSettings = { ...shared, path: `${BASE}/franco-settings` } as const

  http.operation({
    ...ofSettings,
    method: 'GET',
    id: 'listFrancoSettings',
    summary: 'From which amount you ship for nothing',
    description:
      'What counts now, for each of the three corridors. Until you say otherwise the amount is 0: no order pays for its shipment.',
    query: {
      resource: francoSetting,
      parameters: {
        isOnboarding: {
          schema: Type.Boolean(),
          description: 'Whether the brand is being set up. The choices are the same.',
        },
      },
    },
    answers: [listAnswer(francoSetting, 'One for each corridor.')],
    async handle(ctx) {
      const settings = await listFrancoSettings(ctx.db, await ownBrand(ctx))
      return document(francoSetting, settings, { version: francoVersion(settings) })
    },
  })

  http.operation({
    ...ofSettings,
    method: 'POST',
    id: 'saveFrancoSettings',
    support: 'write',
    summary: 'Say from which amount you ship for nothing',
    description:
      'For orders that arrive from now on. Other values than the current ones become a new entry and the old one is kept; the same values change nothing.',
    query: { resource: francoSetting },
    body: saveFrancoBody,
    bodyExample: {
      data: { type: 'franco-settings', attributes: { corridor: 'domestic', amount: 30_000, fee: 1500 } },
    },
    answers: createdAnswers(francoSetting, 'The new entry.', 'The current one, which has these values.'),
    conditional: true,
    async handle(ctx, { body: { data }, ifMatch }) {
      const { corridor, amount, fee } = data.attributes
      const wanted = { corridor, amountMinor: amount, feeMinor: fee }
      const at = { fee: 'data.attributes.fee' }
      const brand = await ownBrand(ctx)
      const lock = (tx: Transaction) => lockFrancoSettings(tx, brand)
      const saved = await ifUnchanged(ctx, ifMatch, lock, (work) =>
        audited(
          work,
          'change-free-shipping',
          (work) => saveFranco(work, brand, wanted, at),
          ({ row, created }) =>
            created
              ? `${row.corridor}: amount ${row.amount_minor}, fee ${row.fee_minor} (${row.currency}, minor units)`
              : undefined,
        ),
      )
      return createdDocument(francoSetting, saved)
    },
  })
}

async function callerOf({ db, actor: { account } }: Ctx) {
  if (account.kind === 'brand') return { brandId: account.brandId }
  return account.kind === 'retailer' ? { retailer: await findRetailer(db, account.retailerId) } : {}
}
