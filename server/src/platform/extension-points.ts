/**
 * Extension points: how a module takes part in the work of a module before it, which must not import it.
 *
 * The owner creates a point, offers it in its `Module` and reads its extensions while it works, not while it is loaded. A
 * later module fills it in its own `Module`. The composition root connects both, so that the list of modules decides what
 * takes part, and a module that is left out leaves nothing behind.
 */
import { invariant } from './invariant.ts'

export interface ExtensionPoint<T> {
  /** The owner's module and what is extended, such as `stock.lots`. */
  readonly name: string
  /** In the order of the modules that fill it. Reading it before the modules are connected is a bug and throws. */
  readonly extensions: readonly T[]
}

/** A point that at most one module fills. */
export interface SingleExtensionPoint<T> extends ExtensionPoint<T> {
  readonly extension: T | undefined
}

/** What one module fills in at one point. Made by `fill`, which checks the type. */
export interface Extension {
  readonly point: ExtensionPoint<unknown>
  readonly value: unknown
}

/** The part of a `Module` that is connected. */
export interface Extensible {
  offers?: readonly ExtensionPoint<unknown>[]
  fills?: readonly Extension[]
}

class Point<T> implements SingleExtensionPoint<T> {
  readonly name: string
  readonly keyOf: ((extension: T) => string) | undefined
  connected: readonly T[] | undefined

  constructor(name: string, keyOf?: (extension: T) => string) {
    this.name = name
    this.keyOf = keyOf
  }

  get extensions(): readonly T[] {
    // Returning an empty list instead would silently skip extensions, such as those that write stock with the catalog.
    invariant(this.connected, `modules are connected before ${this.name} is used`)
    return this.connected
  }

  get extension(): T | undefined {
    return this.extensions[0]
  }
}

/** `keyOf`: two extensions with the same key contradict each other and are refused at start. */
export const extensionPoint = <T>(name: string, keyOf?: (extension: T) => string): ExtensionPoint<T> =>
  new Point(name, keyOf)

export const singleExtensionPoint = <T>(name: string): SingleExtensionPoint<T> =>
  new Point<T>(name, () => 'the only extension')

export const fill = <T>(point: ExtensionPoint<T>, value: NoInfer<T>): Extension => ({ point, value })

/**
 * Connects the extensions of these modules to the points that they offer. Replaces what was connected before. Extensions
 * of a module that is not in the list are left out.
 */
export function connectExtensions(modules: readonly Extensible[]): void {
  const filled = modules.flatMap(({ fills = [] }) => fills)
  for (const point of modules.flatMap(({ offers = [] }) => offers)) {
    invariant(point instanceof Point, `${point.name} was made by extensionPoint`)
    const values = filled.filter((extension) => extension.point === point).map(({ value }) => value)
    const keys = point.keyOf ? values.map(point.keyOf) : []
    invariant(
      new Set(keys).size === keys.length,
      `${point.name} has one extension for each of ${keys.join(', ')}`,
    )
    point.connected = values
  }
}
