/** Failures that are no bug: their message is one sentence for whoever ran the command, and no stack is printed. */

/** A setting or an option is invalid. */
export class ConfigError extends Error {}

/** The server cannot start, or a command cannot do its work. */
export class StartRefused extends Error {}
