import paths from './icons.json' with { type: 'json' };

/** The icons there are; `icons.json` holds their paths on a 24 px grid (Tabler Icons, MIT). */
export type IconName = keyof typeof paths;

/** Whether there is an icon by this name, for names that come as data. */
export const isIconName = (name: string): name is IconName => name in paths;

type Props = { name: IconName; /** px */ size?: number; /** Says what the icon means where no word beside it does. */ label?: string; className?: string };

/** A line icon in the colour of the text around it; hidden from screen readers unless it has a label. */
export function Icon({ name, size = 18, label, className }: Props) {
  return (
    <svg
      width={size} height={size} viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth={size > 28 ? 1.5 : 1.9}
      strokeLinecap="round" strokeLinejoin="round" className={className}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <path d={paths[name]} />
    </svg>
  );
}
