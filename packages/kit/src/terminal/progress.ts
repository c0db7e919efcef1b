/** The progress of a long command: a bar on a terminal, occasional lines elsewhere. */
export interface Progress {
  reach(done: number): void
  /** Erases the bar, so that another line can be printed; the next step draws it again. */
  clear(): void
  end(): { seconds: number; perSecond: number }
}

export interface Output {
  isTTY?: boolean
  write(text: string): unknown
}

const WIDTH = 30
/** The number of lines where the output is not a terminal. */
const LINES = 10

/** `from`: the number of items that were done before. */
export function showProgress(
  output: Output,
  { of, noun, from = 0 }: { of: number; noun: string; from?: number },
): Progress {
  const startedAt = performance.now()
  let reached = from
  let linesShown = Math.floor((LINES * from) / of)
  const seconds = () => (performance.now() - startedAt) / 1000
  const rate = () => Math.round((reached - from) / seconds())
  const pace = () => `${rate()} a second${reached < of && rate() > 0 ? `, ${timeLeft()} left` : ''}`
  const timeLeft = () => spelled(((of - reached) * seconds()) / (reached - from))
  const clear = () => {
    if (output.isTTY) output.write('\r\x1b[2K')
  }

  return {
    reach(done) {
      reached = done
      if (output.isTTY) {
        const filled = Math.round((WIDTH * Math.min(done, of)) / of)
        const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled)
        output.write(`\r\x1b[2K${bar} ${done}/${of} ${noun}, ${pace()}`)
        return
      }
      const lines = Math.floor((LINES * done) / of)
      if (lines > linesShown) output.write(`${done} of ${of} ${noun}, ${pace()}\n`)
      linesShown = lines
    },
    clear,
    end() {
      clear()
      return { seconds: seconds(), perSecond: rate() }
    },
  }
}

/** Formats an estimated duration. */
function spelled(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`
}
