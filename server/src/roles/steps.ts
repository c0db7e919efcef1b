/** Reports the steps of a start that takes longer than usual: the first start, or the first start of a new version. */
export interface Steps {
  /** Sets the number of steps. Without it steps are not numbered. */
  expect(count: number): void
  begin(sentence: string): void
  /** Prints a sentence beside the steps, without a number. */
  mention(sentence: string): void
  /** Whether any step was reported. */
  hasBegun(): boolean
}

/** Prints one line per step. */
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
    mention: (sentence) => void output.write(`${sentence}\n`),
    hasBegun: () => begun > 0,
  }
}
