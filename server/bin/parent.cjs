/**
 * Ends this process in order when the process that started it is gone, however that one ended: `kill -9` of the launcher
 * on an older Node, or of npm, would otherwise leave a server that nobody sees and that holds port and data folder.
 */
'use strict'

// biome-ignore-start lint/style/useNodejsImportProtocol: Node before 14 does not know that spelling.
const { Socket } = require('net')
// biome-ignore-end lint/style/useNodejsImportProtocol: see above

/** Removed from the environment before the program starts, so it is neither inherited nor taken for a setting. */
const VARIABLE = 'TRADEHALL_LAUNCHER_PIPE'
/** After standard input, output, error, and the channel for messages. */
const PIPE = 4
const POLL_MS = 1000

/** The options of `spawn` for a child that calls `endWithParent`. */
function watchedBy(parent) {
  return {
    stdio: ['inherit', 'inherit', 'inherit', parent.send ? 'ipc' : 'ignore', 'pipe'],
    env: Object.assign({}, parent.env, { [VARIABLE]: String(PIPE) }),
  }
}

function endWithParent() {
  const pipe = process.env[VARIABLE]
  delete process.env[VARIABLE]
  if (pipe !== undefined) endWithPipe(Number(pipe))
  else if (isRunByNpm(process.env.npm_lifecycle_script)) endWithNpm()
}

/** Nothing is ever written to the pipe: the kernel closes it when the other process ends. */
function endWithPipe(fd) {
  const pipe = new Socket({ fd, readable: true, writable: false })
  pipe.on('error', () => {})
  pipe.on('close', stop)
  pipe.resume()
  pipe.unref()
}

/** npm hands over no pipe. The parent of a process changes only when it ends. */
function endWithNpm() {
  const npm = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(timer)
    stop()
  }, POLL_MS)
  timer.unref()
}

/** A script that does more than to run the command may leave it in the background on purpose. */
function isRunByNpm(script) {
  return script !== undefined && /^[^&;|]*\btradehall\b[^&;|]*$/.test(script)
}

/** As if somebody had asked for it, so that each command stops in its own order. */
function stop() {
  process.kill(process.pid, 'SIGTERM')
}

module.exports = { watchedBy, endWithParent }
