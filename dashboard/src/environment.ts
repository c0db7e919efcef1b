/** What the server wrote into the page. */
const { documentElement: page } = document

export const IS_SANDBOX = page.dataset.mode === 'sandbox'

/** The origins from which images may be shown, as in the policy of the page; `*` stands for the first part of a host. */
export const IMAGE_HOSTS = (page.dataset.imageHosts ?? '').split(' ').filter(Boolean)

/** For the styles that are written at run time. Browsers show it to scripts as a property only. */
export const STYLE_NONCE = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
