import { Button } from '@mantine/core';
import { useCall } from '../../api/queries.ts';
import { Icon } from '../icons/icon.tsx';
import styles from './connecting.module.css';
import type { TypedNetwork } from './connect-fields.ts';

type Props = { network: TypedNetwork; onFill: (keys: Readonly<Record<string, string>>) => void };

/** Fills a connect dialog with keys for an account of the sandbox; nothing for a real network. */
export function SandboxKeys({ network, onFill }: Props) {
  const { data } = useCall('fetch-networks', {});
  const keys = data?.find(({ type }) => type === network)?.sandbox_keys;
  if (!keys) return null;
  return (
    <p className={styles.sandbox}>
      <span>The sandbox simulates this network: nothing leaves this machine.</span>
      <Button
        variant="light"
        size="compact-md"
        leftSection={<Icon name="flask" size={16} />}
        onClick={() => onFill(keys)}
      >
        Fill in sandbox keys
      </Button>
    </p>
  );
}
