/** The file cannot be imported as it is. The message is for the author of the file. */
export class BadFile extends Error {
  constructor(message: string, line?: number) {
    super(line === undefined ? message : `Line ${line}: ${message}`)
  }
}
