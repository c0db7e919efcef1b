import { StartRefused } from '../../../platform/data-dir.ts'

/** A file that cannot be imported as it is. The message is for whoever made it. */
export class BadFile extends StartRefused {
  constructor(message: string, line?: number) {
    super(line === undefined ? message : `Line ${line}: ${message}`)
  }
}
