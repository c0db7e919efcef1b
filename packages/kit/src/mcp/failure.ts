/** What a tool says when it cannot do what it was asked for. */
import type { ResponseError } from '@tradehall/client'
import { responseErrorIn } from '../connection.ts'
import { ConfigError, StartRefused } from '../failures.ts'
import { remark } from '../terminal/printing.ts'
import type { Sandbox } from './sandbox.ts'
import { ToolRefused } from './tool-refused.ts'

export function failureText(error: unknown, sandbox: Sandbox, signal: AbortSignal): string {
  if (signal.aborted) return 'The call was cancelled.'
  const response = responseErrorIn(error)
  if (response) return responseText(response)
  const refusal = sandbox.refusal(error)
  if (isSentence(refusal)) return refusal.message
  // A defect of this program: the details are for its developers.
  remark(String((error as Error)?.stack ?? error))
  return `The tool failed: ${(error as Error)?.message ?? 'unknown reason'}. Details are in the log of the MCP server.`
}

const isSentence = (error: unknown): error is Error =>
  error instanceof ToolRefused || error instanceof StartRefused || error instanceof ConfigError

/** The error of the API as it was sent, so that a connector can be written for it. */
export function responseText({ status, body, message, requestId, retryAfter }: ResponseError): string {
  const facts = [
    `Status ${status}`,
    ...(requestId ? [`request id ${requestId}`] : []),
    ...(retryAfter === undefined ? [] : [`Retry-After ${retryAfter}`]),
  ]
  return `${facts.join(', ')}\n\n${body || message}`
}
