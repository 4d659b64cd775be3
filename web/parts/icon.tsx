import { LineIcon, type LineIconProps } from './basic-icon.tsx';
import basic from './basic-icons.json' with { type: 'json' };
import further from './icons.json' with { type: 'json' };

const paths = { ...basic, ...further };

/** The icons there are; the two lists hold their paths (Tabler Icons, MIT). */
export type IconName = keyof typeof paths;

/** Whether there is an icon by this name, for names that come as data. */
export const isIconName = (name: string): name is IconName => Object.hasOwn(paths, name);

/** A line icon by its name. What is there before signing in takes a `BasicIcon` instead. */
export function Icon({ name, ...props }: LineIconProps & { name: IconName }) {
  return <LineIcon path={paths[name]} {...props} />;
}
