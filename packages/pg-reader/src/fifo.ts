/** First in, first out, in constant time however many there are. An item is in one line at most. */
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
    // One that has grown old as garbage would keep those behind it alive, one after the other, until the next full collection.
    item.next = undefined
    this.size--
    return item
  }
}
