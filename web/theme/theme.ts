import { Button, createTheme, type CSSVariablesResolver, type MantineThemeOverride } from '@mantine/core';
import type { Brand } from './brand.ts';
import { adjustFor, carrierOf, mix, shadesOf } from './colors.ts';

const surface = { light: '#ffffff', dark: '#1b1c25' };

const loud = {
  '--button-bg': 'var(--brand-first)',
  '--button-hover': 'var(--brand-hover)',
  '--button-color': 'var(--brand-on)',
};

/** Mantine's theme: the brand's two colours on neutral surfaces. */
export function themeOf({ color: colors }: Brand): MantineThemeOverride {
  return createTheme({
    fontFamily: [
      "'Inter Variable', 'Inter Stand-in', 'Inter Wide Stand-in'",
      "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif, 'Fallback Fonts'",
    ].join(', '),
    fontFamilyMonospace: "ui-monospace, 'SF Mono', Menlo, Consolas, monospace",
    fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
    lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.5' },
    headings: {
      fontWeight: '650',
      sizes: {
        h1: { fontSize: '1.5rem', lineHeight: '1.3' },
        h2: { fontSize: '1.125rem', lineHeight: '1.4' },
        h3: { fontSize: '1rem', lineHeight: '1.4' },
      },
    },
    spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
    radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
    defaultRadius: 'md',
    shadows: {
      xs: 'var(--shadow)',
      sm: 'var(--shadow)',
      md: 'var(--shadow)',
      lg: 'var(--shadow-over)',
      xl: 'var(--shadow-over)',
    },
    colors: {
      brand: shadesOf(colors.first),
      accent: shadesOf(colors.second),
      gray: [
        '#f7f7fa',
        '#f0f0f5',
        '#e4e5ec',
        '#d5d6e0',
        '#b7b9c7',
        '#8b8e9f',
        '#63667a',
        '#494c5e',
        '#313342',
        '#1c1d26',
      ],
      dark: [
        '#e7e8ee',
        '#c3c5d0',
        '#a3a6b5',
        '#6d7080',
        '#34363f',
        '#2a2c36',
        '#1b1c25',
        '#13141a',
        '#0e0f14',
        '#08090c',
      ],
      red: [
        '#fff1f1',
        '#ffe0e0',
        '#ffc4c4',
        '#ff9d9d',
        '#fb7474',
        '#ee4f4f',
        '#d12f2f',
        '#b02323',
        '#8e1c1c',
        '#6d1616',
      ],
    },
    primaryColor: 'brand',
    primaryShade: { light: 6, dark: 6 },
    autoContrast: true,
    luminanceThreshold: 0.3,
    cursorType: 'pointer',
    focusRing: 'auto',
    respectReducedMotion: true,
    components: {
      // The primary button has the brand's gradient, in a form (SubmitButton) and beside one.
      Button: Button.extend({
        vars: (_theme, { variant = 'filled', color }) => ({
          root: variant === 'filled' && color === undefined ? loud : {},
        }),
      }),
      // In the colours of the states. Not through its `extend`, which would load it with every page.
      Alert: {
        vars: (_theme: unknown, { color }: { color?: string }) => {
          const tone = color === 'yellow' ? 'warn' : color === 'red' ? 'bad' : 'wait';
          return { root: { '--alert-bg': `var(--${tone}-tint)`, '--alert-color': `var(--${tone}-text)` } };
        },
      },
      // Inside the page and not in a portal, so that it is in a landmark; fixed, so that no scrolling frame clips it.
      Tooltip: {
        defaultProps: {
          withinPortal: false,
          floatingStrategy: 'fixed',
          openDelay: 200,
          transitionProps: { duration: 120 },
          events: { hover: true, focus: true, touch: true },
        },
      },
      Modal: {
        defaultProps: {
          centered: true,
          transitionProps: { duration: 150, transition: 'pop' },
          overlayProps: { backgroundOpacity: 0.5, blur: 2 },
        },
      },
      // A dialog's <header> would count as another banner of the page.
      ModalHeader: { defaultProps: { role: 'presentation' } },
      DrawerHeader: { defaultProps: { role: 'presentation' } },
      // A tab that stays mounted keeps running: React's Activity would end its effects, and with them a save that waits
      // for the connection.
      Tabs: { defaultProps: { keepMountedMode: 'display-none' } },
      Menu: { defaultProps: { transitionProps: { duration: 120 }, shadow: 'lg', radius: 'lg' } },
      Select: { defaultProps: { comboboxProps: { shadow: 'lg', transitionProps: { duration: 120 } } } },
    },
  });
}

/** Our own CSS variables beside Mantine's: the brand's gradient and the text on it, surfaces, lines, status colours. */
export const variablesOf =
  ({ color: colors }: Brand): CSSVariablesResolver =>
  (theme) => {
    const carrier = carrierOf(colors.first, colors.second);
    const onLight = adjustFor(colors.first, '#f0f0f5', 4.6);
    const onDark = adjustFor(colors.first, '#262733', 5);
    const brand = theme.colors.brand ?? shadesOf(colors.first);
    return {
      variables: {
        '--brand-first': carrier.first,
        '--brand-second': carrier.second,
        '--brand-hover': mix(carrier.first, carrier.text === '#ffffff' ? '#000000' : '#ffffff', 0.12),
        '--brand-line': `linear-gradient(90deg, ${colors.first}, ${colors.second})`,
        '--brand-on': carrier.text,
        '--brand-gradient': `linear-gradient(100deg, ${carrier.first}, ${carrier.second})`,
      },
      light: {
        '--mantine-color-body': '#f7f7fa',
        '--mantine-color-text': '#1c1d26',
        '--mantine-color-dimmed': '#5b5e70',
        '--mantine-color-placeholder': '#6a6d7f',
        '--mantine-color-default-border': '#d5d6e0',
        '--mantine-color-error': '#b92525',
        '--mantine-color-anchor': onLight,
        '--mantine-color-brand-light': brand[0],
        '--mantine-color-brand-light-hover': brand[1],
        '--mantine-color-brand-light-color': adjustFor(colors.first, brand[1] ?? '#ffffff', 4.6),
        '--mantine-color-red-light-color': '#a32020',
        '--surface': surface.light,
        '--control-line': '#858899',
        '--surface-sunken': '#f0f0f5',
        '--line': '#e4e5ec',
        '--line-strong': '#cfd0db',
        '--surface-raised': '#ffffff',
        '--brand-text': onLight,
        '--brand-tint': brand[0],
        '--shadow': '0 1px 2px rgb(28 29 38 / 6%), 0 1px 1px rgb(28 29 38 / 3%)',
        '--shadow-over': '0 12px 32px rgb(28 29 38 / 14%), 0 2px 6px rgb(28 29 38 / 8%)',
        ...status({
          good: ['#e3f6ec', '#11643b', '#23a566'],
          bad: ['#fde8e8', '#a32020', '#e04444'],
          wait: ['#e7effd', '#1f4fa8', '#4a82e6'],
          warn: ['#fdf1d8', '#7a4a04', '#e09a1a'],
          calm: ['#ecedf2', '#4a4d5f', '#b4b6c4'],
        }),
      },
      dark: {
        '--mantine-color-body': '#13141a',
        '--mantine-color-text': '#e7e8ee',
        '--mantine-color-dimmed': '#a3a6b5',
        '--mantine-color-placeholder': '#9093a3',
        '--mantine-color-default-border': '#3a3c48',
        '--mantine-color-disabled': '#2a2c36',
        '--mantine-color-disabled-color': '#8b8e9f',
        '--mantine-color-disabled-border': '#3a3c48',
        '--mantine-color-error': '#ff8f8f',
        '--mantine-color-anchor': onDark,
        '--mantine-color-brand-light': '#26253a',
        '--mantine-color-brand-light-hover': '#2e2c47',
        '--mantine-color-brand-light-color': onDark,
        '--mantine-color-red-light-color': '#ff9d9d',
        '--surface': surface.dark,
        '--control-line': '#7b7f92',
        '--surface-sunken': '#16171e',
        '--line': '#2c2e39',
        '--line-strong': '#3a3c48',
        '--surface-raised': '#22242d',
        '--brand-text': onDark,
        '--brand-tint': '#24223a',
        '--shadow': '0 1px 2px rgb(0 0 0 / 30%)',
        '--shadow-over': '0 14px 40px rgb(0 0 0 / 55%), 0 2px 6px rgb(0 0 0 / 35%)',
        ...status({
          good: ['#153226', '#74d9a3', '#2f9e68'],
          bad: ['#3a1e22', '#ff9d9d', '#d94a4a'],
          wait: ['#1b2a47', '#9dc0ff', '#4a7fd6'],
          warn: ['#372a12', '#f2c46d', '#c98a1c'],
          calm: ['#282a35', '#b5b8c7', '#5b5e6e'],
        }),
      },
    };
  };

type Tone = readonly [background: string, text: string, mark: string];

const status = (tones: Record<'good' | 'bad' | 'wait' | 'warn' | 'calm', Tone>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(tones).flatMap(([name, [background, text, mark]]) => [
      [`--${name}-tint`, background],
      [`--${name}-text`, text],
      // An edge, a dot or a bar.
      [`--${name}-mark`, mark],
    ]),
  );
