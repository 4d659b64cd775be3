import paths from './basic-icons.json' with { type: 'json' };

/** How an icon is drawn. */
export type LineIconProps = {
  /** px */ size?: number;
  /** Says what the icon means where no word beside it does. */ label?: string;
  className?: string;
};

/**
 * A path on a 24 px grid as a line in the colour of the text around it; hidden from screen readers unless it has a
 * label.
 */
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

/** One of the few icons that the first page needs; the others weigh more than that page can bear. */
export function BasicIcon({ name, ...props }: LineIconProps & { name: keyof typeof paths }) {
  return <LineIcon path={paths[name]} {...props} />;
}
