import { useId } from 'react';
import styles from '../image-editor.module.css';

type ColourProps = { label: string; value: string; onChange: (colour: string) => void };

/** A colour, selected with the browser's own dialog. */
export function ColourField({ label, value, onChange }: ColourProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input id={id} type="color" value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)} />
    </div>
  );
}

type RangeProps = {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  onChange: (value: number) => void;
};

/** A number within limits. */
export function RangeField({ label, value, onChange, ...bounds }: RangeProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="range"
        value={value}
        {...bounds}
        onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
      />
    </div>
  );
}
