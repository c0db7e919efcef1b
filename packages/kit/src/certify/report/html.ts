/** The report as one HTML page for the screen and for paper, without scripts and files from other addresses. */
import type { Verdict } from '../certification.ts'
import {
  headlineOf,
  type Report,
  type ReportedCheck,
  type ReportedLesson,
  type RequestLine,
} from './report.ts'

const WORDS: Readonly<Record<Verdict, string>> = {
  passed: 'Passed',
  failed: 'Failed',
  warning: 'Passed with advice',
  skipped: 'Skipped',
}

/** A sign beside the word, for readers who do not see the colours. */
const SIGNS: Readonly<Record<Verdict, string>> = { passed: '✓', failed: '✕', warning: '!', skipped: '–' }

export function htmlOf(report: Report): string {
  const { connector, isPassed, lessons } = report
  const verdict = isPassed ? 'passed' : 'failed'
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(connector.name)}: ${WORDS[verdict].toLowerCase()}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<header>
<p class="kind">Certification of a connector</p>
<h1>${escaped(connector.name)}</h1>
<p class="result ${verdict}">${SIGNS[verdict]} ${escaped(headlineOf(report))}</p>
${factsOf(report)}
</header>
${summaryOf(lessons)}
${lessons.map((lesson) => sectionOf(lesson, report)).join('\n')}
</main>
</body>
</html>
`
}

function factsOf({ connector, sandbox, version, seed, startedAt, endedAt }: Report): string {
  const facts = [
    ['Started as', `<code>${escaped(connector.command)}</code>`],
    ['Claims', escaped(connector.claims.join(', '))],
    ['Sandbox', escaped(sandbox.url)],
    ['Key of the sandbox', `<code>${escaped(sandbox.keyId)}</code>`],
    ['From', escaped(startedAt)],
    ['To', escaped(endedAt)],
    ['Seed', String(seed)],
    ['Version', escaped(version)],
  ]
  return `<dl>${facts.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join('')}</dl>`
}

function summaryOf(lessons: readonly ReportedLesson[]): string {
  const rows = lessons.map(
    ({ id, title, verdict, checks, seconds }) =>
      `<tr><td><a href="#${id}">${escaped(title)}</a></td><td class="${verdict}">${SIGNS[verdict]} ${WORDS[verdict]}</td>` +
      `<td class="number">${checks.filter((check) => check.verdict === 'passed').length} of ${checks.length}</td>` +
      `<td class="number">${seconds} s</td></tr>`,
  )
  return `<table><caption>Lessons</caption><thead><tr><th scope="col">Lesson</th><th scope="col">Verdict</th><th scope="col" class="number">Met</th><th scope="col" class="number">Took</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

function sectionOf(
  { id, title, about, verdict, reason, checks, output }: ReportedLesson,
  { sandbox }: Report,
): string {
  const shown =
    output === null
      ? ''
      : `<details><summary>End of the connector’s output</summary><pre>${escaped(output)}</pre></details>`
  return `<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${escaped(title)} <span class="${verdict}">${SIGNS[verdict]} ${WORDS[verdict]}</span></h2>
<p>${escaped(about)}</p>
${reason === null ? '' : `<p class="reason">Skipped: ${escaped(reason)}</p>`}
${checks.length === 0 ? '' : `<ul class="checks">${checks.map((check) => checkOf(check, sandbox.url)).join('\n')}</ul>`}
${shown}
</section>`
}

function checkOf(
  { id, verdict, requirement, reference, finding, fix, requests, isAdvice }: ReportedCheck,
  sandboxUrl: string,
): string {
  const lines = [
    `<p class="requirement"><span class="${verdict}">${SIGNS[verdict]} ${WORDS[verdict]}</span> ${escaped(requirement)}${isAdvice ? ' <em>Advice.</em>' : ''}</p>`,
    `<p>${escaped(finding)}</p>`,
    requests.length === 0 ? '' : requestTable(requests),
    fix === null ? '' : `<p><strong>Fix:</strong> ${escaped(fix)}</p>`,
    `<p class="reference">${escaped(id)} · <a href="${escaped(`${sandboxUrl}/docs/guides/${reference}`)}">docs/integrators/${escaped(reference)}</a></p>`,
  ]
  return `<li>${lines.join('\n')}</li>`
}

const requestTable = (requests: readonly RequestLine[]): string =>
  `<div class="scroll" tabindex="0" role="region" aria-label="Requests"><table class="requests"><thead><tr><th scope="col">Time</th><th scope="col">Request</th><th scope="col">Status</th><th scope="col">Id</th></tr></thead><tbody>${requests
    .map(
      ({ at, method, url, status, id }) =>
        `<tr><td>${escaped(at)}</td><td><code>${escaped(method)} ${escaped(url)}</code></td><td>${status ?? 'none'}</td><td><code>${escaped(id)}</code></td></tr>`,
    )
    .join('')}</tbody></table></div>`

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)

const STYLE = `
:root{color-scheme:light dark;--text:#1d1f23;--soft:#5b606b;--back:#fff;--line:#d9dce2;--green:#17703a;--red:#b3261e;--amber:#8a5200}
@media (prefers-color-scheme:dark){:root{--text:#eceef2;--soft:#a9b0bd;--back:#15171b;--line:#363b45;--green:#6fd193;--red:#ff8f86;--amber:#f0b357}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--text);font:16px/1.5 system-ui,sans-serif}
main{max-width:60rem;margin:0 auto;padding:2rem 1rem 4rem}
h1{margin:.2rem 0;font-size:2rem;line-height:1.2;overflow-wrap:anywhere}
h2{margin:2.5rem 0 .5rem;font-size:1.3rem}
h2 span{font-size:1rem;font-weight:600;white-space:nowrap}
.kind,.reference,dt{color:var(--soft);font-size:.875rem;margin:0}
.result{font-size:1.25rem;font-weight:600;margin:.5rem 0 1rem}
.passed{color:var(--green)}.failed{color:var(--red)}.warning{color:var(--amber)}.skipped,.reason{color:var(--soft)}
dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(14rem,1fr));gap:.75rem;margin:0 0 1.5rem}
dd{margin:0;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%}
caption{text-align:left;font-weight:600;padding:.5rem 0}
th,td{text-align:left;padding:.4rem .5rem .4rem 0;border-bottom:1px solid var(--line);vertical-align:top}
.number,td.passed,td.failed,td.skipped{white-space:nowrap}
.number{text-align:right;font-variant-numeric:tabular-nums}
a{color:inherit}
.checks{list-style:none;margin:0;padding:0}
.checks li{border-top:1px solid var(--line);padding:.75rem 0;break-inside:avoid}
.checks p{margin:.25rem 0}
.requirement{font-weight:600}
.scroll{overflow-x:auto}
.requests{font-size:.8125rem}
code,pre{font-family:ui-monospace,monospace;font-size:.875em;overflow-wrap:anywhere}
pre{white-space:pre-wrap;border:1px solid var(--line);padding:.75rem;max-height:24rem;overflow:auto}
@media print{main{max-width:none;padding:0}details{display:block}pre{max-height:none}section{break-before:auto}}
`
