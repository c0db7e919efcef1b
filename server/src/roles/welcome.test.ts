import { expect, test } from 'vitest'
import { dashboardUrl } from './welcome.ts'

test.each([
  ['http://127.0.0.1:8080', 'http://localhost:8080/dashboard'],
  ['http://[::1]:8080', 'http://localhost:8080/dashboard'],
  ['http://localhost:9000', 'http://localhost:9000/dashboard'],
  ['https://market.example.test', 'https://market.example.test/dashboard'],
  ['http://192.0.2.7:8080', 'http://192.0.2.7:8080/dashboard'],
])('the dashboard of %s is printed as %s', (baseUrl, printed) => {
  expect(dashboardUrl(baseUrl)).toBe(printed)
})
