import { TextInput } from '@mantine/core';
import { useId } from 'react';
import styles from './white-label.module.css';

type Props = { label: string; value: string; onChange: (value: string) => void };

/** A colour picker with its hex value beside it. */
export function Colour({ label, value, onChange }: Props) {
  const id = useId();
  return (
    <div className={styles.colour}>
      <label htmlFor={id}>{label}</label>
      <div>
        <input id={id} type="color" value={value} onChange={(event) => onChange(event.currentTarget.value)} />
        <TextInput readOnly value={value} aria-label={`${label} as hex`} />
      </div>
    </div>
  );
}
