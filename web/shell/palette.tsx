import { Modal, VisuallyHidden } from '@mantine/core';
import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import { useEscape } from '../lib/use-escape.ts';
import { Icon } from '../parts/icons/icon.tsx';
import styles from './palette.module.css';
import { useTargets, type Target } from './palette-targets.ts';

type Props = {
  opened: boolean;
  onClose: () => void;
  /** Gives what was typed before the field had the focus. */ takeEarly: () => string;
};

/** Opens any screen, client, stream or schedule, or performs an action, by a few letters of its name. */
export function Palette({ opened, onClose, takeEarly }: Props) {
  // Opened only after it was mounted closed: the modal records on opening where the focus returns to.
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  useEscape(opened && ready, onClose);
  return (
    <Modal.Root
      opened={opened && ready}
      onClose={onClose}
      closeOnEscape={false}
      yOffset="12vh"
      size="lg"
      padding={0}
      transitionProps={{ duration: 120, transition: 'pop' }}
    >
      <Modal.Overlay backgroundOpacity={0.5} blur={2} />
      <Modal.Content radius="lg">
        <Modal.Title>
          <VisuallyHidden>Jump to</VisuallyHidden>
        </Modal.Title>
        <Search onClose={onClose} takeEarly={takeEarly} />
      </Modal.Content>
    </Modal.Root>
  );
}

function Search({ onClose, takeEarly }: Omit<Props, 'opened'>) {
  const [typed, setTyped] = useState('');
  const [picked, setPicked] = useState(0);
  const { targets, loading } = useTargets(typed);
  const navigate = useNavigate();
  const listId = useId();
  const at = Math.min(picked, Math.max(targets.length - 1, 0));

  const follow = (target: Target | undefined) => {
    if (!target) return;
    onClose();
    if (target.kind === 'Action') target.run();
    else void navigate(target.to);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setPicked((at + 1) % Math.max(targets.length, 1));
    else if (event.key === 'ArrowUp') setPicked((at - 1 + targets.length) % Math.max(targets.length, 1));
    else if (event.key === 'Enter') follow(targets[at]);
    else return;
    event.preventDefault();
  };

  return (
    <>
      <div className={styles.field}>
        <Icon name="search" size={20} />
        <input
          role="combobox"
          aria-label="Jump to a page, client, stream or schedule"
          aria-expanded="true"
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={targets.length > 0 ? `${listId}-${at}` : undefined}
          placeholder="Jump to a page, client, stream or schedule"
          autoComplete="off"
          data-autofocus
          value={typed}
          onKeyDown={onKey}
          onFocus={() => {
            const early = takeEarly();
            if (early !== '') setTyped((later) => early + later);
          }}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setPicked(0);
          }}
        />
      </div>
      <ul className={styles.list} role="listbox" id={listId} aria-label="Where to go" aria-busy={loading}>
        {targets.map((target, index) => (
          <Row
            key={'to' in target ? target.to : target.label}
            id={`${listId}-${index}`}
            target={target}
            picked={index === at}
            onPoint={() => setPicked(index)}
            onFollow={() => follow(target)}
          />
        ))}
      </ul>
      {targets.length === 0 && (
        <p className={styles.none} role="status">
          {loading ? 'Searching…' : `Nothing is called “${typed}”.`}
        </p>
      )}
    </>
  );
}

type RowProps = { id: string; target: Target; picked: boolean; onPoint: () => void; onFollow: () => void };

function Row({ id, target, picked, onPoint, onFollow }: RowProps) {
  useEffect(() => {
    if (picked) document.getElementById(id)?.scrollIntoView({ block: 'nearest' });
  }, [id, picked]);
  // The keyboard reaches the rows through the field above (aria-activedescendant), as in the combobox pattern.
  return (
    <li id={id} role="option" aria-selected={picked} className={styles.row} onMouseMove={onPoint} onClick={onFollow}>
      <Icon name={target.icon} />
      <span className={styles.label}>{target.label}</span>
      <span className={styles.kind}>{target.kind}</span>
    </li>
  );
}
