import { ActionIcon, Tooltip } from '@mantine/core';
import { Icon, type IconName } from '../icons/icon.tsx';

type Props = {
  icon: IconName;
  /** What it does, in a few words: the tooltip. */
  word: string;
  /** What it does to which thing, for screen readers: 'Delete Sunrise Bakery'. */
  label: string;
  onClick: () => void;
  isRed?: boolean;
  /** px */
  size?: number;
  disabled?: boolean;
  loading?: boolean;
  /** Whether the thing it opens is open, if it opens something. */
  isOpen?: boolean;
};

/** A quiet icon button: an action on one row or card. */
export function IconAction({ icon, word, label, onClick, isRed = false, isOpen, ...button }: Props) {
  return (
    <Tooltip label={word}>
      <ActionIcon
        variant="subtle"
        color={isRed ? 'red' : 'gray'}
        aria-label={label}
        aria-expanded={isOpen}
        onClick={onClick}
        {...button}
      >
        <Icon name={icon} />
      </ActionIcon>
    </Tooltip>
  );
}
