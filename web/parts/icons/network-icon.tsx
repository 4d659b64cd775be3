import { networkNames, type NetworkId } from '#rules/eligibility.ts';
import icons from './network-icons.json' with { type: 'json' };
import styles from './network-icon.module.css';

type Props = {
  network: NetworkId;
  /** px */ size?: number;
  dimmed?: boolean;
  /** False if the network's name is beside it. */ labelled?: boolean;
};

/** A network's own logo on a tile of its colour (simple-icons, CC0). */
export function NetworkIcon({ network, size = 24, dimmed = false, labelled = true }: Props) {
  const { color, path } = icons[network];
  return (
    <span
      className={styles.tile}
      data-dimmed={dimmed || undefined}
      style={{ width: size, height: size, background: color }}
      {...(labelled
        ? { role: 'img', 'aria-label': networkNames[network], title: networkNames[network] }
        : { 'aria-hidden': true })}
    >
      <svg viewBox="0 0 24 24" width={size * 0.6} height={size * 0.6} fill="#fff" aria-hidden="true">
        <path d={path} fillRule="evenodd" />
      </svg>
    </span>
  );
}
