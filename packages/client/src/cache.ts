/** Responses by URL, each with the ETag under which the server knows it. Bounded; the least recently used go first. */

export interface CacheOptions {
  /** 500 by default. */
  maxEntries?: number
  /** Characters of all responses together: 20 million by default. */
  maxCharacters?: number
}

interface Entry {
  etag: string
  text: string
}

export class ResponseCache {
  readonly #maxEntries: number
  readonly #maxCharacters: number
  /** In the order of their last use. */
  readonly #entries = new Map<string, Entry>()
  #characters = 0

  constructor({ maxEntries = 500, maxCharacters = 20_000_000 }: CacheOptions) {
    this.#maxEntries = maxEntries
    this.#maxCharacters = maxCharacters
  }

  get(url: string): Entry | undefined {
    const entry = this.#entries.get(url)
    if (entry) {
      this.#entries.delete(url)
      this.#entries.set(url, entry)
    }
    return entry
  }

  set(url: string, entry: Entry): void {
    this.#delete(url)
    if (entry.text.length > this.#maxCharacters) return
    this.#entries.set(url, entry)
    this.#characters += entry.text.length
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#maxEntries && this.#characters <= this.#maxCharacters) break
      this.#delete(oldest)
    }
  }

  #delete(url: string): void {
    const entry = this.#entries.get(url)
    if (!entry) return
    this.#entries.delete(url)
    this.#characters -= entry.text.length
  }
}
