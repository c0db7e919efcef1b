/** The call cannot be carried out as it is; the message says what to do. */
export class ToolRefused extends Error {}
