/** Draws the pictures of the demo catalog: an SVG of `server/demo-pictures` in the colours of a variant, as WebP. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { convertPicture } from '../../src/modules/pictures/convert.ts'
import type { Width } from '../../src/modules/pictures/widths.ts'
import { DRAWINGS, SHAPES_OF_CHOICES } from './drawings.ts'

const SHAPES = new URL('../../demo-pictures/', import.meta.url)
/** Twice the size at which pages show it, for fine screens. */
const SIDE = 480

let loaded: Promise<void> | undefined

export async function drawVariant(
  product: string,
  choice: string | null,
): Promise<Record<Width, Uint8Array>> {
  const packages = createRequire(import.meta.url)
  loaded ??= readFile(packages.resolve('@resvg/resvg-wasm/index_bg.wasm')).then((bytes) => initWasm(bytes))
  await loaded
  const svg = await drawingOf(product, choice)
  const png = new Resvg(svg, { fitTo: { mode: 'width', value: SIDE } }).render().asPng()
  return (await convertPicture(Buffer.from(png))).files
}

/** The whole SVG, which is all that a picture is made of. */
export async function drawingOf(product: string, choice: string | null): Promise<string> {
  const drawing = DRAWINGS[product]
  if (!drawing) throw new Error(`The product ${product} has no drawing.`)
  const chosen = choice === null ? undefined : drawing.choices?.[choice]
  const shape = (choice === null ? undefined : SHAPES_OF_CHOICES[choice]) ?? drawing.shape
  const source = await readFile(new URL(`${shape}.svg`, SHAPES), 'utf8')
  const main = typeof chosen === 'string' ? chosen : drawing.colour
  const scale = typeof chosen === 'number' ? chosen : 1
  const [, content = ''] = /<svg[^>]*>\n<title>[^<]*<\/title>(.*)<\/svg>/s.exec(source) ?? []
  // Smaller ones stand on the same ground.
  const object = `<g transform="translate(${160 * (1 - scale)} ${256 * (1 - scale)}) scale(${scale})">${content}</g>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320"><style>${stylesOf(main)}</style><rect class="ground" width="320" height="320"/>${object}</svg>`
}

/** One object in one muted tint, before a lighter one of the same. */
function stylesOf(main: string): string {
  const isPale = luminance(main) > 0.78
  const ground = isPale ? '#dde3d8' : mix(main, '#f3f1ea', 0.8)
  const fills = {
    ground,
    shadow: mix(ground, '#3d3a33', 0.12),
    main,
    shade: mix(main, '#3a2f28', isPale ? 0.14 : 0.24),
    light: mix(main, '#ffffff', 0.4),
    wood: '#bb9265',
    'wood-shade': '#9d774d',
    paper: '#f7f3ea',
    'paper-shade': '#e3dccc',
    ink: '#57534c',
    metal: '#c2c0b9',
    'metal-shade': '#a19f98',
    flame: '#e2a33b',
    'flame-light': '#f6dc97',
    leaf: '#7f9474',
    'leaf-shade': '#66795c',
    glass: '#ffffff9c',
    bubble: '#ffffffb0',
  }
  const strokes = {
    'ink-line': '#57534c',
    'light-line': fills.light,
    'shade-line': fills.shade,
    'paper-line': fills.paper,
    'paper-dots': fills.paper,
    'light-dots': fills.light,
    'ink-dots': fills.ink,
    'wood-line': fills['wood-shade'],
    'choc-line': '#7d5c3d',
    'leaf-line': fills['leaf-shade'],
    smoke: mix(ground, '#ffffff', 0.7),
  }
  const rules = [
    ...Object.entries(fills).map(([name, colour]) => `.${name}{fill:${colour}}`),
    ...Object.entries(strokes).map(
      ([name, colour]) => `.${name}{fill:none;stroke:${colour};stroke-width:6;stroke-linecap:round}`,
    ),
    '.paper-dots,.light-dots,.ink-dots{stroke-width:9}',
    '.big{stroke-width:14}.thin{stroke-width:3}.wide{stroke-width:13}',
  ]
  return rules.join('')
}

const channels = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour)
  return (0.299 * red + 0.587 * green + 0.114 * blue) / 255
}

function mix(colour: string, other: string, part: number): string {
  const others = channels(other)
  const mixed = channels(colour).map((channel, i) =>
    Math.round(channel * (1 - part) + (others[i] ?? 0) * part),
  )
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
