import { Type } from 'typebox'
import { triggerEvent } from '../../trigger/trigger.ts'
import { TRIGGERS } from '../../trigger/triggers.ts'
import { defineTool } from '../tool.ts'

const NAMES = Object.keys(TRIGGERS)

export const triggerEventTool = defineTool({
  name: 'trigger_event',
  title: 'Trigger an event',
  description:
    'Creates a test order and advances it until the event happens, by the requests that cause it in production. Returns the steps and the id of the order; subscriptions get the webhook within seconds.',
  input: Type.Object(
    { event: Type.Enum(NAMES, { description: 'Name of the event.' }) },
    { additionalProperties: false },
  ),
  effect: 'adds',
  async run({ event }, { sandbox, progress }) {
    const connection = await sandbox.connection()
    const steps: string[] = []
    const orderId = await triggerEvent(
      event,
      () => connection,
      ({ step, of, says }) => {
        steps.push(`${step}/${of}  ${says}`)
        progress(says)
      },
    )
    return [...steps, '', `${event} has happened to the order ${orderId}.`].join('\n')
  },
})
