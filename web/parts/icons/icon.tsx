import { LineIcon, type LineIconProps } from './basic-icon.tsx';
import basic from './basic-icons.json' with { type: 'json' };
import further from './icons.json' with { type: 'json' };

const paths = { ...basic, ...further };

/** Every icon by name; the two lists contain their paths (Tabler Icons, MIT). */
export type IconName = keyof typeof paths;

/** Whether an icon with this name exists, for names from data. */
export const isIconName = (name: string): name is IconName => Object.hasOwn(paths, name);

/** A line icon by name. Pages before sign-in use `BasicIcon` instead. */
export function Icon({ name, ...props }: LineIconProps & { name: IconName }) {
  return <LineIcon path={paths[name]} {...props} />;
}
