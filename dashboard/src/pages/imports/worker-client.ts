/** Calls the worker that reads files. */
import type { Methods } from './file-worker.ts'
import type { FileProblem, Method, WorkerMessage } from './worker-messages.ts'

/** The worker could not do what it was asked for. */
export class FileError extends Error {
  readonly problem: FileProblem

  constructor(problem: FileProblem) {
    super(problem.message)
    this.problem = problem
  }
}

interface Waiting {
  resolve: (result: never) => void
  reject: (error: Error) => void
  onProgress: ((share: number) => void) | undefined
}

export class FileWorker {
  readonly #worker = new Worker(new URL('./file-worker.ts', import.meta.url), { type: 'module' })
  readonly #waiting = new Map<number, Waiting>()
  #lastId = 0

  constructor() {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => this.#receive(data))
    this.#worker.addEventListener('error', ({ message }) => this.#failAll(message))
  }

  call<M extends Method>(
    method: M,
    argument: Parameters<Methods[M]>[0],
    onProgress?: (share: number) => void,
  ): Promise<Awaited<ReturnType<Methods[M]>>> {
    this.#lastId += 1
    const id = this.#lastId
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, onProgress })
      this.#worker.postMessage({ id, method, argument })
    })
  }

  /** Ends it, whatever it does. */
  end(): void {
    this.#worker.terminate()
    this.#waiting.clear()
  }

  #receive(message: WorkerMessage): void {
    const waiting = this.#waiting.get(message.id)
    if ('progress' in message) {
      waiting?.onProgress?.(message.progress)
      return
    }
    this.#waiting.delete(message.id)
    if ('result' in message) waiting?.resolve(message.result as never)
    else waiting?.reject(new FileError(message.problem))
  }

  #failAll(problem: string): void {
    for (const { reject } of this.#waiting.values()) reject(new FileError({ message: problem }))
    this.#waiting.clear()
  }
}
