import { Popover } from '@mantine/core';
import { useState, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react';
import styles from './dropdown.module.css';

type Props = {
  /** The content of the button. */
  label: ReactNode;
  className?: string | undefined;
  /** Marks the button of the current part of the product. */
  active?: boolean;
  position?: 'bottom-start' | 'bottom-end';
  /** px, or as CSS says it */
  width?: number | string;
  children: (close: () => void) => ReactNode;
};

/** A button that shows links below it. Plain links in a plain box, which screen readers handle everywhere. */
export function Dropdown({
  label,
  className,
  active = false,
  position = 'bottom-start',
  width = 232,
  children,
}: Props) {
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);

  const onBlur = (event: FocusEvent<HTMLDivElement>) => {
    if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) close();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || !opened || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('button, a[href]')];
    const at = stops.findIndex((stop) => stop === document.activeElement);
    stops[(at + step + stops.length) % stops.length]?.focus();
  };

  return (
    <div className={styles.root} onBlur={onBlur} onKeyDown={onKeyDown}>
      <Popover
        opened={opened}
        onChange={setOpened}
        position={position}
        offset={6}
        width={width}
        radius="lg"
        shadow="lg"
        withinPortal={false}
        withRoles={false}
        returnFocus
        transitionProps={{ duration: 120, transition: 'pop' }}
      >
        <Popover.Target>
          <button
            type="button"
            className={className}
            aria-expanded={opened}
            data-active={active || undefined}
            onClick={() => setOpened(!opened)}
          >
            {label}
          </button>
        </Popover.Target>
        <Popover.Dropdown className={styles.box ?? ''}>{children(close)}</Popover.Dropdown>
      </Popover>
    </div>
  );
}
