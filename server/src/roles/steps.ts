/** The steps of a start that takes longer than usual: the first one, or the first one of a new version. */
export interface Steps {
  /** How many there will be. Without that they are not numbered. */
  expect(count: number): void
  begin(sentence: string): void
  /** Whether there was anything to report. */
  hasBegun(): boolean
}

/** A line for each, whether a terminal reads it or a log. */
export function reportSteps(output: { write(text: string): unknown }): Steps {
  let expected: number | undefined
  let begun = 0
  return {
    expect(count) {
      expected ??= count
    },
    begin(sentence) {
      begun += 1
      const number = expected === undefined ? '' : `[${begun}/${expected}] `
      output.write(`${number}${sentence}\n`)
    },
    hasBegun: () => begun > 0,
  }
}
