/** `npm start`: runs the connector until Ctrl-C. */
import { TradehallError } from '@tradehall/client'
import { startConnector } from './connector.ts'
import { Refusal, readSettings } from './settings.ts'

try {
  const connector = await startConnector(readSettings())
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      await connector.stop()
      process.exit(0)
    })
  }
} catch (error) {
  if (!(error instanceof Refusal || error instanceof TradehallError)) throw error
  console.error(error.message)
  process.exit(1)
}
