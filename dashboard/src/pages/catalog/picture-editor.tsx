/** The pictures of a product: uploaded by dropping or choosing files, put in order, described, replaced and removed. */
import { ActionIcon, Button, FileButton, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { PreconditionFailedError } from '@tradehall/client'
import { type DragEvent, useRef, useState } from 'react'
import {
  MAX_PICTURES,
  type ProductPicture,
  productPicturesQuery,
  setPictures,
  uploadPicture,
} from '../../api/catalog-queries.ts'
import { messageOf } from '../../api/errors.ts'
import { Problem } from '../../parts/form.tsx'
import { CloseIcon, LeftIcon, RightIcon } from '../../parts/icons.tsx'
import { Section } from '../../parts/page.tsx'
import { words } from '../../words/index.ts'
import styles from './catalog.module.css'
import { ProductImage } from './product-image.tsx'

const { pictures: texts } = words.catalog

/** What the server takes; files of other kinds can be chosen all the same, and are told why they are not taken. */
const ACCEPTED = 'image/jpeg,image/png,image/webp'
/** A picture that is dragged within the page, in contrast to a file from outside. */
const DRAGGED = 'application/x-tradehall-picture'

export function PictureEditor({ productId, name }: { productId: string; name: string }) {
  const { data, error } = useQuery(productPicturesQuery(productId))
  const { change, upload, isBusy, progress, problem } = usePictures(productId)
  const [isOver, setOver] = useState(false)
  const pictures = data?.pictures ?? []
  const isFull = pictures.length >= MAX_PICTURES
  const isFile = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
  return (
    <Section title={words.catalog.page.images}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button does the same with the keyboard. */}
      <div
        className={styles.pictures}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          if (!isFile(event)) return
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          setOver(false)
          if (!isFile(event)) return
          event.preventDefault()
          upload(pictures, [...event.dataTransfer.files])
        }}
      >
        {pictures.length > 0 && (
          <ol className={styles.pictureList} aria-label={texts.list}>
            {pictures.map((picture, i) => (
              <Picture
                key={picture.url}
                {...{ picture, pictures, change, isBusy, name }}
                place={i}
                replace={(file) => upload(pictures, [file], i)}
              />
            ))}
          </ol>
        )}
        <p>
          {pictures.length === 0 && <strong>{texts.none}</strong>}{' '}
          {isFull ? texts.full(MAX_PICTURES) : texts.hint}
        </p>
        {!isFull && (
          <FileButton
            multiple
            accept={ACCEPTED}
            onChange={(files) => upload(pictures, files)}
            inputProps={{ 'aria-label': texts.files }}
          >
            {(props) => (
              <Button {...props} disabled={isBusy || !data}>
                {texts.add}
              </Button>
            )}
          </FileButton>
        )}
        <p role="status">{progress}</p>
        <Problem>{problem || (error ? messageOf(error) : '')}</Problem>
      </div>
    </Section>
  )
}

interface PictureProps {
  picture: ProductPicture
  pictures: readonly ProductPicture[]
  place: number
  name: string
  isBusy: boolean
  change: (pictures: readonly ProductPicture[]) => void
  replace: (file: File) => void
}

function Picture({ picture, pictures, place, name, isBusy, change, replace }: PictureProps) {
  const { url, alternativeText } = picture
  const number = place + 1
  const described = useRef(alternativeText ?? '')
  const describe = (text: string) => {
    if (text === (alternativeText ?? '')) return
    described.current = text
    change(pictures.with(place, { ...picture, alternativeText: text }))
  }
  const moveTo = (to: number) => change(moved(pictures, place, to))
  const step = (by: number, label: string, icon: React.ReactNode) => (
    <ActionIcon
      aria-label={label}
      title={label}
      disabled={isBusy || place + by < 0 || place + by >= pictures.length}
      onClick={() => moveTo(place + by)}
    >
      {icon}
    </ActionIcon>
  )
  return (
    <li
      draggable={!isBusy}
      onDragStart={({ dataTransfer }) => dataTransfer.setData(DRAGGED, String(place))}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes(DRAGGED)) event.preventDefault()
      }}
      onDrop={({ dataTransfer }) => {
        const from = dataTransfer.getData(DRAGGED)
        if (from !== '') change(moved(pictures, Number(from), place))
      }}
    >
      <ProductImage
        url={url}
        alt={alternativeText ?? words.catalog.page.imageOf(name, number)}
        name={name}
        isLarge
      />
      <div>
        {step(-1, texts.earlier(number), <LeftIcon />)}
        {step(1, texts.later(number), <RightIcon />)}
        <ActionIcon
          aria-label={texts.remove(number)}
          title={texts.remove(number)}
          disabled={isBusy}
          onClick={() => change(pictures.toSpliced(place, 1))}
        >
          <CloseIcon />
        </ActionIcon>
      </div>
      <FileButton
        accept={ACCEPTED}
        onChange={(file) => file && replace(file)}
        inputProps={{ 'aria-label': texts.fileInstead(number) }}
      >
        {(props) => (
          <Button variant="subtle" {...props} disabled={isBusy} aria-label={texts.replace(number)}>
            {texts.replaceShort}
          </Button>
        )}
      </FileButton>
      <TextInput
        aria-label={texts.alternativeText(number)}
        placeholder={texts.describe}
        defaultValue={alternativeText ?? ''}
        maxLength={500}
        onBlur={({ currentTarget }) => describe(currentTarget.value.trim())}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur()
        }}
      />
    </li>
  )
}

function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const item = list[from]
  return item === undefined ? [...list] : list.toSpliced(from, 1).toSpliced(to, 0, item)
}

/** Every change is stored at once. */
function usePictures(productId: string) {
  const queries = useQueryClient()
  const [progress, setProgress] = useState('')
  const query = productPicturesQuery(productId)
  const tag = () => queries.getQueryData(query.queryKey)?.tag ?? ''
  const store = async (pictures: readonly ProductPicture[]) => {
    const stored = await setPictures(productId, pictures, tag())
    queries.setQueryData(query.queryKey, stored)
  }
  const { mutate, isPending, error } = useMutation({
    mutationFn: (work: () => Promise<void>) => work(),
    // Also after a failure: of several files some may have been stored.
    onSettled: async () => {
      setProgress('')
      await queries.invalidateQueries({ queryKey: ['products'] })
    },
  })
  async function uploadAll(pictures: readonly ProductPicture[], files: readonly File[], instead?: number) {
    const refused: string[] = []
    let arranged = pictures
    for (const [i, file] of files.entries()) {
      setProgress(texts.uploading(i + 1, files.length))
      try {
        const picture = await uploadPicture(file)
        if (arranged.some(({ url }) => url === picture.url)) refused.push(texts.twice(file.name))
        else arranged = arranged.toSpliced(instead ?? arranged.length, instead === undefined ? 0 : 1, picture)
      } catch (problem) {
        refused.push(`${file.name}: ${messageOf(problem)}`)
      }
    }
    if (arranged !== pictures) await store(arranged)
    if (refused.length > 0) throw new Error(refused.join(' '))
  }
  return {
    change: (pictures: readonly ProductPicture[]) => mutate(() => store(pictures)),
    upload: (pictures: readonly ProductPicture[], files: readonly File[], instead?: number) => {
      const room = instead === undefined ? MAX_PICTURES - pictures.length : 1
      if (files.length > 0) mutate(() => uploadAll(pictures, files.slice(0, room), instead))
    },
    isBusy: isPending,
    progress,
    problem: error ? problemOf(error) : '',
  }
}

const problemOf = (error: Error) =>
  error instanceof PreconditionFailedError ? texts.changedMeanwhile : messageOf(error)
