/** A report for the tests of its forms. */
import { FORMAT, type Report } from './report.ts'

/** Has characters that HTML and XML have to escape. */
export const REPORT: Report = {
  format: FORMAT,
  connector: { name: 'Cats & <Dogs>', command: 'npm start -- "x"', claims: ['orders', 'stock'] },
  version: '0.1.0',
  sandbox: { url: 'http://127.0.0.1:8080', keyId: 'key-1' },
  seed: 7,
  startedAt: '2026-03-02T09:00:00.000Z',
  endedAt: '2026-03-02T09:05:00.000Z',
  isPassed: false,
  lessons: [
    {
      id: 'tokens',
      title: 'Tokens',
      about: 'One token for all.',
      verdict: 'failed',
      reason: null,
      seconds: 12,
      output: 'Error: <script>alert(1)</script>\u0007',
      checks: [
        {
          id: 'tokens.reuse',
          verdict: 'failed',
          requirement: 'One token is used for all requests.',
          reference: 'certify.md#tokens',
          isAdvice: false,
          finding: '9 token requests & 8 others.',
          fix: 'Keep the token.',
          requests: [
            {
              id: 'r-1',
              at: '2026-03-02T09:00:01.000Z',
              method: 'POST',
              url: '/oauth/token?a=1&b=2',
              status: null,
            },
          ],
        },
        {
          id: 'tokens.agent',
          verdict: 'warning',
          requirement: 'It names itself.',
          reference: 'certify.md#tokens',
          isAdvice: true,
          finding: 'It does not.',
          fix: 'Name it.',
          requests: [],
        },
        {
          id: 'tokens.url',
          verdict: 'passed',
          requirement: 'No token in a URL.',
          reference: 'certify.md#tokens',
          isAdvice: false,
          finding: 'None had one.',
          fix: null,
          requests: [],
        },
      ],
    },
    {
      id: 'stock',
      title: 'Stock',
      about: 'Numbers of pieces.',
      verdict: 'skipped',
      reason: 'certify.json has no action set-stock.',
      seconds: 0,
      checks: [],
      output: null,
    },
  ],
}
