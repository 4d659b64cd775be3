import paths from './basic-icons.json' with { type: 'json' };

/** How an icon is drawn. */
export type LineIconProps = {
  /** px */ size?: number;
  /** The meaning of the icon, if no word beside it says so. */ label?: string;
  className?: string;
};

/** A path on a 24 px grid, drawn as a line in the text colour; hidden from screen readers unless it has a label. */
export function LineIcon({ path, size = 18, label, className }: LineIconProps & { path: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={size > 28 ? 1.5 : 1.9}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <path d={path} />
    </svg>
  );
}

/** One of the few icons that the first page needs; all the others would make that page too heavy. */
export function BasicIcon({ name, ...props }: LineIconProps & { name: keyof typeof paths }) {
  return <LineIcon path={paths[name]} {...props} />;
}
