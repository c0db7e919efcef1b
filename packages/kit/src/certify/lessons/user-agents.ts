/** Whether a User-Agent names a program, or only the library with which it makes requests. */

/** What libraries call themselves unless they are told otherwise, in lower case. */
const LIBRARIES: ReadonlySet<string> = new Set([
  'node',
  'undici',
  'node-fetch',
  'node-superagent',
  'axios',
  'got',
  'ky',
  'bun',
  'deno',
  'python',
  'python-requests',
  'python-urllib',
  'python-urllib3',
  'python-httpx',
  'aiohttp',
  'curl',
  'libcurl',
  'wget',
  'httpie',
  'go-http-client',
  'go-resty',
  'okhttp',
  'java',
  'java-http-client',
  'apache-httpclient',
  'jersey',
  'reactornetty',
  'ruby',
  'faraday',
  'rest-client',
  'http.rb',
  'guzzlehttp',
  'php',
  'symfony',
  'httpclient',
  'restsharp',
  'reqwest',
  'ureq',
  'hyper',
  'libwww-perl',
  'lwp::simple',
  'dart',
  'postmanruntime',
  'insomnia',
  'tradehall-client',
])

/** A User-Agent is a list of products, such as `my-connector/1.2 okhttp/5.1`; texts in parentheses are comments. */
export function namesProgram(userAgent: string | undefined): boolean {
  const products = (userAgent ?? '')
    .replaceAll(/\([^()]*\)/g, ' ')
    .split(/\s+/)
    .filter((product) => product !== '')
  return products.some((product) => !LIBRARIES.has((product.split('/', 1)[0] ?? '').toLowerCase()))
}
