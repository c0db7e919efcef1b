/** A linked queue with constant-time operations. An item can be in one queue only. */
export class Fifo<T extends { next?: T | undefined }> {
  size = 0
  head: T | undefined
  #tail: T | undefined

  push(item: T): void {
    item.next = undefined
    if (this.#tail) this.#tail.next = item
    else this.head = item
    this.#tail = item
    this.size++
  }

  shift(): T | undefined {
    const item = this.head
    if (!item) return undefined
    this.head = item.next
    if (!this.head) this.#tail = undefined
    // Otherwise an item in the old generation would keep all later ones alive until the next full garbage collection.
    item.next = undefined
    this.size--
    return item
  }
}
