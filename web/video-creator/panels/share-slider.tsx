import { Input } from '@mantine/core';
import { useId } from 'react';
import styles from './panels.module.css';

type Props = {
  label: string;
  /** 0 to 1. */
  value: number;
  disabled?: boolean;
  onChange: (value: number) => void;
};

/** A slider for a fraction, 0 to 1 in steps of 0.1. */
export function ShareSlider({ label, value, disabled = false, onChange }: Props) {
  const id = useId();
  return (
    <Input.Wrapper label={label} id={id}>
      <span className={styles.slider}>
        <input
          id={id}
          type="range"
          min={0}
          max={1}
          step={0.1}
          value={value}
          disabled={disabled}
          onChange={(event) => onChange(Math.round(event.currentTarget.valueAsNumber * 10) / 10)}
        />
        <output htmlFor={id}>{value.toFixed(1)}</output>
      </span>
    </Input.Wrapper>
  );
}
