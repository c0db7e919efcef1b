import { StartRefused } from '../../platform/data-dir.ts'

/** The file cannot be imported as it is. The message is for the author of the file. */
export class BadFile extends StartRefused {
  constructor(message: string, line?: number) {
    super(line === undefined ? message : `Line ${line}: ${message}`)
  }
}
