import paths from './basic-icons.json' with { type: 'json' };
import { LineIcon, type LineIconProps } from './line-icon.tsx';

/** One of the few icons that the first page needs; the others weigh more than that page can bear. */
export function BasicIcon({ name, ...props }: LineIconProps & { name: keyof typeof paths }) {
  return <LineIcon path={paths[name]} {...props} />;
}
