import type { ListedRequest } from '../../api/integrations-queries.ts'
import type { Tone } from '../../parts/state.tsx'
import { words } from '../../words/index.ts'

const { requests: text } = words.integrations

export const toneOfStatus = (status: number): Tone => {
  if (status >= 400) return 'bad'
  return status >= 300 ? 'info' : 'good'
}

/** An app by its name, where the reader may see the apps. */
export function callerOf(
  { applicationId, userId }: Pick<ListedRequest['attributes'], 'applicationId' | 'userId'>,
  appNames: ReadonlyMap<string, string>,
): string {
  if (applicationId !== null) return appNames.get(applicationId) ?? text.app
  return userId === null ? text.nobody : text.dashboard
}

/** Without the escapes of brackets, of which filters have many. */
export const readable = (url: string) => url.replaceAll('%5B', '[').replaceAll('%5D', ']')
