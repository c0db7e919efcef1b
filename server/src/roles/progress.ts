/** How far a long command is: a bar that moves on a terminal, a line now and then anywhere else. */
export interface Progress {
  reach(done: number): void
  end(): { seconds: number; perSecond: number }
}

export interface Output {
  isTTY?: boolean
  write(text: string): unknown
}

const WIDTH = 30
/** Lines of a log: enough to see that it moves. */
const LINES = 10

export function showProgress(output: Output, { of, noun }: { of: number; noun: string }): Progress {
  const startedAt = performance.now()
  let reached = 0
  let linesShown = 0
  const rate = () => Math.round(reached / ((performance.now() - startedAt) / 1000))

  return {
    reach(done) {
      reached = done
      if (output.isTTY) {
        const filled = Math.round((WIDTH * done) / of)
        const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled)
        output.write(`\r\x1b[2K${bar} ${done}/${of} ${noun}, ${rate()} a second`)
        return
      }
      const lines = Math.floor((LINES * done) / of)
      if (lines > linesShown) output.write(`${done} of ${of} ${noun}, ${rate()} a second\n`)
      linesShown = lines
    },
    end() {
      if (output.isTTY) output.write('\r\x1b[2K')
      return { seconds: (performance.now() - startedAt) / 1000, perSecond: rate() }
    },
  }
}
