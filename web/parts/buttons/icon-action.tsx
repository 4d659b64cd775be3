import { ActionIcon, Tooltip } from '@mantine/core';
import { Icon, type IconName } from '../icons/icon.tsx';

type Props = {
  icon: IconName;
  /** The action in a few words: the tooltip. */
  word: string;
  /** The action with its object, for screen readers: 'Delete Sunrise Bakery'. */
  label: string;
  onClick: () => void;
  isRed?: boolean;
  /** px */
  size?: number;
  disabled?: boolean;
  loading?: boolean;
  /** For a button that opens something: whether it is open. */
  isOpen?: boolean;
};

/** An icon button without a frame: an action on one row or card. */
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
