import type { ToolCommand } from '../tool-command.ts'

export const importCommand: ToolCommand = {
  usage: 'import <file>',
  description: 'import the products of a .csv, .json, .jsonl or .xlsx file into the catalog',
  options: [
    {
      flags: '--operation <type>',
      description: 'what to do with the products (default: import)',
      choices: ['import', 'update', 'delete'],
    },
    { flags: '--update-fields <names>', description: 'the fields that an update sets, separated by commas' },
    { flags: '--source <name>', description: 'the platform that the products come from (default: other)' },
    {
      flags: '--encoding <name>',
      description: 'encoding of a text file (default: utf-8)',
      choices: ['utf-8', 'latin1'],
    },
    { flags: '--dry-run', description: 'validate the file by the rules of the server, and send nothing' },
    { flags: '--restart', description: 'cancel an interrupted import of this file, and start over' },
  ],
  help: `
A .csv or .xlsx file has a header and a row for each variant, a .jsonl file a product in each line, a .json file an array
of products: docs/integrators/import-files.md.
Ctrl-C interrupts the import, and the same command resumes it.

Exit codes: 0 when all products were processed, 2 when some failed, 1 when it cannot continue, 130 after Ctrl-C.
`,
  run: async ({ args: [file = ''], options, environment, stop }) =>
    await (await import('./import.ts')).importFile(file, options, environment, stop),
}
