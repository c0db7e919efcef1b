/** The widths in which every picture is stored: lists, pages on narrow screens, and everything larger. */
export const WIDTHS = [160, 480, 1440] as const
export type Width = (typeof WIDTHS)[number]
export const LARGEST: Width = 1440
