/** What the server wrote into the page. */
const { documentElement: page } = document

export const IS_SANDBOX = page.dataset.mode === 'sandbox'

/** For the styles that are written at run time. Browsers show it to scripts as a property only. */
export const STYLE_NONCE = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
