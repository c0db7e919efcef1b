/** The files that were asked for last, up to a size of all together. */
export class KeptFiles {
  readonly #files = new Map<string, Buffer>()
  readonly #maxBytes: number
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get(path: string): Buffer | undefined {
    return this.#files.get(path)
  }

  /** A map lists what was set last at its end. */
  set(path: string, bytes: Buffer): void {
    this.#remove(path)
    this.#files.set(path, bytes)
    this.#bytes += bytes.length
    for (const oldest of this.#files.keys()) {
      if (this.#bytes <= this.#maxBytes) return
      this.#remove(oldest)
    }
  }

  #remove(path: string): void {
    const known = this.#files.get(path)
    if (!known) return
    this.#files.delete(path)
    this.#bytes -= known.length
  }
}
