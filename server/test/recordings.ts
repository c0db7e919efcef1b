/** Recordings of what an application sends to the sandbox. */
import type { Market } from './market.ts'

export const RECORDINGS = '/api/testing/recordings'

export interface Recorded {
  id: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary attributes.
  attributes: Record<string, any>
}

/** Records the application of the brand, which has its token already, so that the recording is empty. */
export async function startRecording(on: Market): Promise<string> {
  await on.tokenOf('brand')
  const body = { applicationId: on.credentials.applicationId }
  return (await on.send('POST', RECORDINGS, { as: 'operator', body })).body.data.id
}

export const readRecording = async (on: Market, id: string): Promise<Recorded[]> =>
  (await on.send('GET', `${RECORDINGS}/${id}/requests?page[limit]=200`, { as: 'operator' })).body.data
