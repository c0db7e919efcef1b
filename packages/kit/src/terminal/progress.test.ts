import { expect, onTestFinished, test, vi } from 'vitest'
import { showProgress } from './progress.ts'

function show(isTTY: boolean): string[] {
  const written: string[] = []
  const progress = showProgress(
    { isTTY, write: (text) => written.push(text) },
    { of: 4000, noun: 'products' },
  )
  for (let done = 40; done <= 4000; done += 40) progress.reach(done)
  expect(progress.end().perSecond).toBeGreaterThan(0)
  return written
}

test('a terminal gets a bar that is full at the end and then gone', () => {
  const written = show(true)
  expect(written).toHaveLength(101)
  expect(written[49]).toMatch(/█{15}░{15} 2000\/4000 products/)
  expect(written[99]).toMatch(/█{30} 4000\/4000 products/)
  expect(written.join('')).not.toContain('\n')
})

test('a log gets ten plain lines', () => {
  const written = show(false)
  expect(written).toHaveLength(10)
  expect(written[4]).toMatch(/^2000 of 4000 products, \d+ a second, \d+ s left\n$/)
  expect(written[9]).toMatch(/^4000 of 4000 products, \d+ a second\n$/)
})

test('what was done before counts for neither the rate nor the time that is left', () => {
  vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValue(10_000)
  onTestFinished(() => void vi.restoreAllMocks())
  const written: string[] = []
  const progress = showProgress(
    { write: (text) => written.push(text) },
    { of: 4000, from: 2000, noun: 'products' },
  )
  progress.reach(2500)
  expect(written).toEqual(['2500 of 4000 products, 50 a second, 30 s left\n'])
})
