/** A brand kit: the logo, colours and fonts in which designs for a client are made. */

/** A colour, #rrggbb. */
export type Colour = string;
/** The colours that a kit names. */
export const colourRoles = ['primary', 'secondary', 'accent', 'background', 'text'] as const;
export type ColourRole = (typeof colourRoles)[number];
/** The fonts that a kit names. */
export const fontRoles = ['heading', 'body'] as const;
export type FontRole = (typeof fontRoles)[number];

/**
 * Colours derived from those of a kit: a readable text colour on another colour, a paler text, a tint of the
 * background.
 */
const derivedRoles = ['on-primary', 'on-secondary', 'on-accent', 'muted', 'soft'] as const;
/** The roles that a colour in a design can have. */
export const paintRoles = [...colourRoles, ...derivedRoles] as const;
export type PaintRole = (typeof paintRoles)[number];

/** A kit; `logo` is an address of this product, `name` is shown if there is no logo. */
export type Kit = {
  name: string;
  logo: string | null;
  colours: Readonly<Record<ColourRole, Colour>>;
  fonts: Readonly<Record<FontRole, string>>;
};

/** The kit of a template before any client's kit is applied. */
export const plainKit: Kit = {
  name: 'Your brand',
  logo: null,
  colours: {
    primary: '#1f3a5f',
    secondary: '#f2a65a',
    accent: '#d1495b',
    background: '#fbf7f0',
    text: '#1b1f24',
  },
  fonts: { heading: 'Playfair Display', body: 'Inter' },
};

const channels = (colour: Colour): [number, number, number] => [
  Number.parseInt(colour.slice(1, 3), 16),
  Number.parseInt(colour.slice(3, 5), 16),
  Number.parseInt(colour.slice(5, 7), 16),
];

/** Relative luminance, 0 to 1 (WCAG 2.2). */
export function luminanceOf(colour: Colour): number {
  const [red, green, blue] = channels(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

/** Contrast of two luminances, 1 to 21 (WCAG 2.2). */
export const contrastOf = (one: number, other: number): number =>
  (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

/** A mix of two colours: 0 is the first one, 1 the second. */
export function mixed(one: Colour, other: Colour, share: number): Colour {
  const [from, to] = [channels(one), channels(other)];
  const parts = from.map((value, at) => Math.round(value + ((to[at] ?? value) - value) * share));
  return `#${parts.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** The text colour on another colour: the kit's own dark or light one if it is legible, otherwise black or white. */
function readableOn(colour: Colour, { colours }: Kit): Colour {
  const under = luminanceOf(colour);
  const contrast = (candidate: Colour): number => contrastOf(luminanceOf(candidate), under);
  const own = [colours.background, colours.text].toSorted((one, other) => contrast(other) - contrast(one));
  const choices = [...own, '#ffffff', '#000000'];
  return choices.find((candidate) => contrast(candidate) >= 4.5) ?? (under > 0.18 ? '#000000' : '#ffffff');
}

/** The value of a role in a kit. */
export function paintOf(kit: Kit, role: PaintRole): Colour {
  const { colours } = kit;
  switch (role) {
    case 'on-primary':
      return readableOn(colours.primary, kit);
    case 'on-secondary':
      return readableOn(colours.secondary, kit);
    case 'on-accent':
      return readableOn(colours.accent, kit);
    case 'muted':
      return mixed(colours.text, colours.background, 0.3);
    case 'soft':
      return mixed(colours.background, colours.primary, 0.12);
    case 'primary':
    case 'secondary':
    case 'accent':
    case 'background':
    case 'text':
      return colours[role];
    default:
      return role satisfies never;
  }
}
