import { hash } from 'node:crypto'
import type { Actor } from '../../../domain/actor.ts'

export interface VerifiedToken {
  actor: Actor
  expiresAtMs: number
}

/** Far more than a large installation issues in an hour. */
const MAX_TOKENS = 50_000
/** Bounds the memory of the texts, which are ten times as long as their hashes. */
const MAX_TEXTS = 1000

/**
 * Tokens whose signature was verified, by their hash; those of the last requests also by their text, because hashing a token
 * costs more than all other checks of a request.
 */
export class VerifiedTokens {
  readonly #byHash = new Map<string, VerifiedToken>()
  readonly #byText = new Map<string, VerifiedToken>()

  find(token: string): VerifiedToken | undefined {
    const known = this.#byText.get(token)
    if (known) return known
    const found = this.#byHash.get(hashOf(token))
    if (found) this.#keepText(token, found)
    return found
  }

  add(token: string, verified: VerifiedToken): void {
    if (this.#byHash.size >= MAX_TOKENS) this.#byHash.delete(this.#byHash.keys().next().value as string)
    this.#byHash.set(hashOf(token), verified)
  }

  #keepText(token: string, verified: VerifiedToken): void {
    if (this.#byText.size >= MAX_TEXTS) this.#byText.clear()
    this.#byText.set(token, verified)
  }
}

const hashOf = (token: string) => hash('sha256', token, 'base64')
