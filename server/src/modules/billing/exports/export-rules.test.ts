import { expect, test } from 'vitest'
import {
  boundsOf,
  contentTypeOf,
  daysIn,
  downloadFilename,
  filenameOf,
  instantsOf,
  kindOf,
  type RequestedFiles,
  statusAfter,
  statusesOf,
  statusesOfRequest,
} from './export-rules.ts'

const february = { from: '2026-02-01', to: '2026-02-28' }
const csv: RequestedFiles = { type: 'accounting', formats: ['csv'] }
const invoices: RequestedFiles = { type: 'invoicing', formats: ['pdf'] }

test.each([
  ['2026-02-01', '2026-02-01', 1],
  ['2026-02-01', '2026-02-28', 28],
  ['2028-01-01', '2028-12-31', 366],
  ['2026-01-01', '2027-01-01', 366],
  ['2026-02-02', '2026-02-01', 0],
])('from %s to %s are %d days', (from, to, days) => {
  expect(daysIn({ from, to })).toBe(days)
})

test('a period goes from the start of its first day to the end of its last day', () => {
  expect(instantsOf(february)).toEqual({
    from: new Date('2026-02-01T00:00:00Z'),
    before: new Date('2026-03-01T00:00:00Z'),
  })
  expect(boundsOf(february)).toEqual({
    from: new Date('2026-02-01T00:00:00Z'),
    to: new Date('2026-02-28T23:59:59Z'),
  })
})

test.each([
  ['2026-02', '28'],
  ['2028-02', '29'],
  ['2026-12', '31'],
])('the file of the whole of %s, to the %sth, is named by the month', (month, last) => {
  const period = { from: `${month}-01`, to: `${month}-${last}` }
  expect(downloadFilename([csv], period)).toBe(`accounting-${month}.csv`)
})

test.each([
  ['2028-02-01', '2028-02-28'],
  ['2026-01-02', '2026-01-31'],
  ['2026-01-01', '2026-02-28'],
])('the file from %s to %s is named by both days', (from, to) => {
  expect(downloadFilename([csv], { from, to })).toBe(`accounting-${from}-to-${to}.csv`)
})

test('several files are packed into an archive that is named by the main type', () => {
  expect(downloadFilename([{ ...csv, formats: ['csv', 'pdf'] }], february)).toBe('accounting-2026-02.zip')
  expect(downloadFilename([csv, invoices], february)).toBe('accounting-2026-02.zip')
  expect(downloadFilename([invoices], february)).toBe('invoicing-2026-02.pdf')
  expect(filenameOf({ type: 'accounting_complete', format: 'xlsx' }, february)).toBe(
    'accounting-complete-2026-02.xlsx',
  )
  expect(contentTypeOf([csv, invoices])).toBe('application/zip')
  expect(contentTypeOf([invoices])).toBe('application/pdf')
})

test('an export that requests only `invoicing` has this type and reads only invoiced orders', () => {
  expect([kindOf([invoices]), kindOf([csv, invoices])]).toEqual(['invoicing', 'accounting'])
  expect(statusesOfRequest([invoices])).toEqual(['invoiced', 'brand_paid'])
  expect(statusesOfRequest([invoices, csv])).toEqual(statusesOf('accounting'))
})

test('rejected and cancelled orders are in no export', () => {
  for (const status of ['rejected', 'cancelled'] as const) {
    expect(statusesOf('accounting')).not.toContain(status)
    expect(statusesOf('accounting_complete')).not.toContain(status)
    expect(statusesOf('invoicing')).not.toContain(status)
  }
  expect(statusesOf('accounting')).toContain('reception_refused')
})

test.each([
  [3, 0, 'completed'],
  [3, 1, 'partially_completed'],
  [3, 3, 'failed'],
  [1, 1, 'failed'],
])('of %d files %d failed: %s', (asked, failed, status) => {
  expect(statusAfter(asked, failed)).toBe(status)
})
