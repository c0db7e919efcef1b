/** What a tool of the MCP server is. Each is declared once; `server.ts` registers it. */
import type { Static, TObject } from 'typebox'
import type { Lessons } from './lessons.ts'
import type { Sandbox } from './sandbox.ts'
import type { Texts } from './texts.ts'

/** What all calls share for as long as the server runs. */
export interface Surroundings {
  sandbox: Sandbox
  texts: Texts
  lessons: Lessons
}

export interface ToolCall extends Surroundings {
  /** Aborted when the client cancels the call or goes away. */
  signal: AbortSignal
  /** Tells the client how far the call is, if it wants to know. */
  progress(message: string): void
}

/** `reads`: nothing changes. `adds`: something new, and nothing is lost. `changes`: what exists may be changed or lost. */
type Effect = 'reads' | 'adds' | 'changes'

export interface Tool<Input extends TObject = TObject> {
  name: string
  title: string
  description: string
  input: Input
  effect: Effect
  /** A repetition with the same arguments changes nothing more. */
  isIdempotent?: boolean
  /** It runs a program of the user. */
  runsProgram?: boolean
  run(input: Static<Input>, call: ToolCall): Promise<string> | string
}

/** Arguments are validated with `input` before `run` gets them. */
export const defineTool = <Input extends TObject>(tool: Tool<Input>): Tool => tool as unknown as Tool
