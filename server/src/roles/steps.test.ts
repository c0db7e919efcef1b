import { expect, test } from 'vitest'
import { reportSteps } from './steps.ts'

function steps() {
  const written: string[] = []
  return { written, steps: reportSteps({ write: (text) => written.push(text) }) }
}

test('steps are numbered when it is known how many there are', () => {
  const { written, steps: report } = steps()
  report.expect(2)
  report.begin('One.')
  // The first who knows counts them all.
  report.expect(5)
  report.begin('Two.')
  expect(written).toEqual(['[1/2] One.\n', '[2/2] Two.\n'])
})

test('else they are plain lines, and nothing is said of a start that has nothing to do', () => {
  const { written, steps: report } = steps()
  expect(report.hasBegun()).toBe(false)
  report.begin('Migrating.')
  expect(report.hasBegun()).toBe(true)
  expect(written).toEqual(['Migrating.\n'])
})
