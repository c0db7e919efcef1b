/** What the server wrote into the page. */
const { documentElement: page } = document

export const IS_SANDBOX = page.dataset.mode === 'sandbox'

/** How far the clock of the server was ahead of real time when it sent the page, which only the sandbox moves. */
export const CLOCK_OFFSET_MS = Number(page.dataset.clockOffset ?? 0)

const [loading] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
const receivedAtMs = performance.timeOrigin + (loading?.responseStart ?? 0)

/** How far the clock of this machine is behind that of the server. */
export const MACHINE_LATE_MS = Number(page.dataset.realTime ?? receivedAtMs) - receivedAtMs

/** The origins from which images may be shown, as in the policy of the page; `*` stands for the first part of a host. */
export const IMAGE_HOSTS = (page.dataset.imageHosts ?? '').split(' ').filter(Boolean)

/** For the styles that are written at run time. Browsers show it to scripts as a property only. */
export const STYLE_NONCE = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
