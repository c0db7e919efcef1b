/** It has no types; this is what tests use of it. */
declare module '@20minutes/s3rver' {
  import type { RequestListener } from 'node:http'

  export default class S3rver {
    constructor(options: object)
    configureBuckets(): Promise<void>
    callback(): RequestListener
  }
}
