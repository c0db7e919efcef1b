/** How far a long command is: a bar that moves on a terminal, a line now and then anywhere else. */
export interface Progress {
  reach(done: number): void
  /** Makes room for a line of something else; the bar comes back with the next step. */
  clear(): void
  end(): { seconds: number; perSecond: number }
}

export interface Output {
  isTTY?: boolean
  write(text: string): unknown
}

const WIDTH = 30
/** Lines of a log: enough to see that it moves. */
const LINES = 10

/** `from`: how much was done before. */
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

/** Rough, as all that is foretold. */
function spelled(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`
}
