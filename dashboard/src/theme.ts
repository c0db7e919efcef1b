/** Mantine in the colours and sizes of `theme.css`. */
import type * as Mantine from '@mantine/core'
import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorScheme,
  type MantineColorSchemeManager,
  type MantineColorsTuple,
} from '@mantine/core'
import { words } from './words/index.ts'

/** Mantine wants ten shades of every colour; the parts use the tokens of `theme.css` instead. */
const accent = Array(10).fill('#1f6f5c') as unknown as MantineColorsTuple

const BUTTONS: Record<string, { bg: string; hover: string; color: string; border: string }> = {
  filled: { bg: 'accent', hover: 'accent-hover', color: 'on-accent', border: 'accent' },
  danger: { bg: 'bad', hover: 'bad-hover', color: 'on-bad', border: 'bad' },
  outline: { bg: 'bg', hover: 'accent-soft', color: 'accent', border: 'accent' },
  default: { bg: 'bg', hover: 'soft', color: 'text', border: 'line' },
  subtle: { bg: '', hover: 'soft', color: 'text', border: '' },
}

const colorVar = (name: string) => (name === '' ? 'transparent' : `var(--${name})`)

/** Nearly all fields are required, so that a mark for it would be noise. */
const fields = { size: 'sm', radius: 4, withAsterisk: false } as const

const layer = { dropdown: { background: 'var(--bg)', borderColor: 'var(--line)' } }

/** What may be set for a component. Only its type is taken: the components themselves load with what shows them. */
type Of<Component extends { extend: (set: never) => unknown }> = Parameters<Component['extend']>[0]

export const theme = createTheme({
  colors: { accent },
  primaryColor: 'accent',
  fontFamily: 'system-ui, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '14px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '20px', xl: '28px' },
  defaultRadius: 4,
  respectReducedMotion: true,
  components: {
    Button: {
      defaultProps: { variant: 'default', size: 'sm' },
      // Only the primary action of a view, or of a row, is bold.
      styles: (_theme, { variant = 'default' }) => ({
        root: { fontWeight: variant === 'default' || variant === 'subtle' ? 400 : 600 },
      }),
      vars: (_theme, { variant = 'default', size }) => {
        const { bg, hover, color, border } = BUTTONS[variant] ?? BUTTONS.default!
        const isSmall = size === 'xs'
        return {
          root: {
            '--button-bg': colorVar(bg),
            '--button-hover': colorVar(hover),
            '--button-color': colorVar(color),
            '--button-hover-color': colorVar(color),
            '--button-bd': `1px solid ${colorVar(border)}`,
            '--button-height': isSmall ? '24px' : '32px',
            '--button-padding-x': isSmall ? '8px' : '12px',
            '--button-fz': isSmall ? '12px' : '14px',
          },
        }
      },
    } satisfies Of<typeof Mantine.Button>,
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } } satisfies Of<
      typeof Mantine.ActionIcon
    >,
    Input: {
      vars: (_theme, { error }) => ({
        wrapper: {
          '--input-height': '32px',
          '--input-fz': '14px',
          '--input-bd': error ? 'var(--bad)' : 'var(--control)',
          '--input-bg': 'var(--bg)',
        },
      }),
    } satisfies Of<typeof Mantine.Input>,
    InputWrapper: {
      vars: () => ({ label: { '--input-label-size': '13px' }, error: {}, description: {}, success: {} }),
    } satisfies Of<typeof Mantine.InputWrapper>,
    TextInput: { defaultProps: fields } satisfies Of<typeof Mantine.TextInput>,
    PasswordInput: {
      defaultProps: { ...fields, visibilityToggleButtonProps: { 'aria-label': words.form.showPassword } },
    } satisfies Of<typeof Mantine.PasswordInput>,
    NativeSelect: { defaultProps: fields } satisfies Of<typeof Mantine.NativeSelect>,
    Checkbox: { defaultProps: { size: 'xs', radius: 3 } } satisfies Of<typeof Mantine.Checkbox>,
    Menu: {
      defaultProps: {
        shadow: 'sm',
        radius: 6,
        transitionProps: { duration: 0 },
        // The focus goes to the first item; a placeholder would be an element that no menu may have.
        withInitialFocusPlaceholder: false,
      },
      styles: {
        dropdown: { ...layer.dropdown, maxWidth: 'min(320px, calc(100vw - 16px))' },
        label: { overflowWrap: 'anywhere' },
      },
    } satisfies Of<typeof Mantine.Menu>,
    Popover: {
      defaultProps: { shadow: 'sm', radius: 6, transitionProps: { duration: 0 } },
      styles: layer,
    } satisfies Of<typeof Mantine.Popover>,
    Modal: {
      defaultProps: {
        centered: false,
        radius: 6,
        yOffset: '10vh',
        transitionProps: { duration: 0 },
        closeButtonProps: { 'aria-label': words.close },
        styles: { title: { fontWeight: 600 } },
        overlayProps: { backgroundOpacity: 0.4 },
      },
    } satisfies Of<typeof Mantine.Modal>,
  },
})

const shared = {
  '--mantine-color-body': 'var(--bg)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--dim)',
  '--mantine-color-bright': 'var(--text)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-placeholder': 'var(--dim)',
  '--mantine-color-default': 'var(--bg)',
  '--mantine-color-default-hover': 'var(--soft)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--line)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-primary-color-filled': 'var(--accent)',
  '--mantine-primary-color-filled-hover': 'var(--accent-hover)',
  '--mantine-primary-color-contrast': 'var(--on-accent)',
}

export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: shared, dark: shared })

/** A year. */
const THEME_SECONDS = 31_536_000

/** The choice is stored in a cookie, because the server renders the page with it (`data-theme`). */
export const themeCookie: MantineColorSchemeManager = {
  get: (fallback) => (document.documentElement.dataset.theme as MantineColorScheme | undefined) ?? fallback,
  set: (value) => {
    document.documentElement.dataset.theme = value
    // biome-ignore lint/suspicious/noDocumentCookie: the asynchronous cookie store is not in all browsers.
    document.cookie = `tradehall-theme=${value}; Path=/dashboard; Max-Age=${THEME_SECONDS}; SameSite=Lax`
  },
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => {},
}
