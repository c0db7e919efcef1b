/** The browsers in which a user has signed in before, and forgetting them. */
import { attribute, instantMicros, resource } from '@tradehall/jsonapi'
import { textAttribute, textOrNullAttribute } from '../../../domain/attributes.ts'
import { missing } from '../../../domain/ownership.ts'
import { returnsList } from '../../../http/answers/answers.ts'
import type { Http } from '../../../http/http.ts'
import { document, none } from '../../../http/operation.ts'
import { inTransaction } from '../../../platform/work.ts'
import { authorOf, writeUserAudit } from '../credentials/audit.ts'
import { type DeviceView, forgetDevice, listDevices } from './devices.ts'

export const device = resource<DeviceView>()({
  name: 'device',
  type: 'devices',
  description: 'A browser in which the user has signed in before. Its times are real times.',
  attributes: {
    address: textAttribute('203.0.113.7', 'address', 'Network address of its last sign-in.'),
    userAgent: textOrNullAttribute('Mozilla/5.0 …', 'user_agent', 'What the browser called itself then.'),
    createdAt: attribute(instantMicros, 'created_at', {
      description: 'When the user first signed in there.',
    }),
    lastUsedAt: attribute(instantMicros, 'last_used_at', {
      description: 'When the user last signed in there.',
    }),
  },
})

const DEVICES = '/api/v1/users/current/devices'

export function deviceRoutes(http: Http): void {
  http.operation({
    ...returnsList(device, 'Used last first.'),
    tag: 'Sessions',
    access: 'session',
    method: 'GET',
    path: DEVICES,
    id: 'listDevices',
    summary: 'The devices on which you have signed in',
    description:
      'Nobody else can delay your sign-in there, however many wrong passwords are given for your address. A device is forgotten after a year without a sign-in. There are no pages.',
    handle: async ({ db, actor }) => document(device, await listDevices(db, actor.userId)),
  })

  http.operation({
    tag: 'Sessions',
    access: 'session',
    method: 'DELETE',
    path: `${DEVICES}/{device}`,
    params: { device: 'Id of the device.' },
    id: 'forgetDevice',
    summary: 'Forget a device',
    description:
      'It counts as a new one at the next sign-in. Its session goes on; end it with `DELETE /api/v1/sessions/{session}`, which forgets its device too.',
    answers: [{ status: 204, description: 'The device is forgotten.', none: true }],
    async handle(ctx, { params }) {
      const { actor } = ctx
      const isForgotten = await inTransaction(ctx, async (work) => {
        if (!(await forgetDevice(work.db, actor.userId, params.device))) return false
        await writeUserAudit(work, authorOf(actor), 'forget-device', actor)
        return true
      })
      if (!isForgotten) throw missing('device', params.device, { exists: false })
      return none()
    },
  })
}
