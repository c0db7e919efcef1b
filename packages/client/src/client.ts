/** The client: every operation of the API, and named methods for daily work. */
import { Imports } from './imports.ts'
import { ApiOperations } from './operations.ts'
import { type ClientOptions, readOptions } from './options.ts'
import { Orders } from './orders.ts'
import { Products } from './products.ts'
import { Variants } from './variants.ts'

export class Client extends ApiOperations {
  readonly orders: Orders
  readonly products: Products
  readonly variants: Variants
  readonly imports: Imports

  constructor(options: ClientOptions = {}) {
    const settings = readOptions(options)
    super(settings)
    this.orders = new Orders(this, settings)
    this.products = new Products(this)
    this.variants = new Variants(this)
    this.imports = new Imports(this, settings)
  }
}

export const createClient = (options: ClientOptions = {}): Client => new Client(options)
