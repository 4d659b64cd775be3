/** Prepares emoji and icons before they are drawn. */

/** An icon's layer with defaults for everything but its icon. */
export const blankIcon = {
  id: '',
  name: '',
  x: 0,
  y: 0,
  width: 1,
  height: 1,
  rotation: 0,
  opacity: 1,
  isLocked: false,
  isHidden: false,
  group: null,
  shadow: null,
  kind: 'sign',
} as const;

/** How large icons are opened, px. */
const side = 512;

/** An SVG that opens at 512 px, whatever size it states. */
export const sizedSvg = (svg: string): string =>
  svg.replace(/<svg([^>]*)>/, (_, attributes: string) => {
    const others = attributes.replaceAll(/ (?:width|height)="[^"]*"/g, '');
    return `<svg${others} width="${side}" height="${side}">`;
  });
