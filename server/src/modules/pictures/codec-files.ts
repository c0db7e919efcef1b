/** The programs of the codecs, which are compiled once for a process and shared by its threads. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

/** What is used of it here; the types of browsers have more. */
interface WebAssemblyApi {
  compile(bytes: Uint8Array): Promise<object>
  Memory: { prototype: { readonly buffer: ArrayBuffer; grow(pages: number): number } }
}
export const { WebAssembly: wasm } = globalThis as unknown as { WebAssembly: WebAssemblyApi }

const FILES = {
  jpeg: '@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm',
  png: '@jsquash/png/codec/pkg/squoosh_png_bg.wasm',
  webp: '@jsquash/webp/codec/dec/webp_dec.wasm',
  toWebp: '@jsquash/webp/codec/enc/webp_enc_simd.wasm',
  resize: '@jsquash/resize/lib/resize/pkg/squoosh_resize_bg.wasm',
} as const

export type CodecPrograms = Readonly<Record<keyof typeof FILES, object>>

let compiled: Promise<CodecPrograms> | undefined

export function codecPrograms(): Promise<CodecPrograms> {
  compiled ??= compileAll()
  return compiled
}

async function compileAll(): Promise<CodecPrograms> {
  const programs = await Promise.all(
    Object.entries(FILES).map(async ([name, file]) => [name, await compileCodec(file)]),
  )
  return Object.fromEntries(programs) as CodecPrograms
}

/** `file` is that of a package. */
export const compileCodec = async (file: string): Promise<object> =>
  await wasm.compile(await readFile(createRequire(import.meta.url).resolve(file)))
