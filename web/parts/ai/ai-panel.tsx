import { Button, NativeSelect, Text, Textarea } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import type { AiTask } from '#rules/ai.ts';
import { networkIds, networkNames, type NetworkId } from '#rules/eligibility.ts';
import { useAction } from '../../api/action.ts';
import { newUuid } from '../../lib/uuid.ts';
import { AiGate } from './ai-gate.tsx';
import styles from './ai.module.css';
import { Proposals, type Proposal } from './proposals.tsx';

type Props = {
  /** The button's label; 'Write with AI' by default. */ label?: string;
  itemId: string;
  /** The words as they are in the form, saved or not. */ text: string;
  /** What can be written about this item; the first one is selected. */ tasks: readonly AiTask[];
  /** The networks that accept the item. */ networks: readonly NetworkId[];
  onUse: (text: string, task: AiTask) => void;
  onAdd: (text: string, task: AiTask) => void;
};

const labels: Readonly<Record<AiTask, string>> = {
  caption: 'A caption for the picture',
  rewrite: 'The description in other words',
  hashtags: 'Hashtags',
  alt: 'A description for those who cannot see the picture',
};

/** Lets the AI write about an item. Its text can be edited, and enters the form only when the person accepts it. */
export function AiPanel({ label = 'Write with AI', ...props }: Props) {
  return <AiGate label={label}>{(cost) => <Writer {...props} cost={cost} />}</AiGate>;
}

function Writer({ itemId, text, tasks, networks, onUse, onAdd, cost }: Props & { cost: string }) {
  const [task, setTask] = useState<AiTask>(tasks[0] ?? 'rewrite');
  const [network, setNetwork] = useState('');
  const [wish, setWish] = useState('');
  const [proposals, setProposals] = useState<readonly Proposal[]>([]);
  const asked = useRef<AbortController | null>(null);
  const wishHint = useId();
  const write = useAction('write-with-ai', {
    quiet: true,
    onDone: ({ texts }) => setProposals(texts.map((each) => ({ ...each, key: newUuid() }))),
  });
  const ask = () => {
    asked.current = new AbortController();
    const chosen = networkIds.find((id) => id === network);
    void write.run(
      { task, item_id: itemId, text, wish, ...(chosen === undefined ? {} : { network: chosen }) },
      { signal: asked.current.signal },
    );
  };
  return (
    <>
      {(tasks.length > 1 || networks.length > 0) && (
        <div className={styles.choices}>
          <NativeSelect
            label="What to write"
            value={task}
            onChange={(event) => setTask(tasks.find((each) => each === event.currentTarget.value) ?? task)}
            data={tasks.map((value) => ({ value, label: labels[value] }))}
          />
          <NativeSelect
            label="For"
            value={network}
            onChange={(event) => setNetwork(event.currentTarget.value)}
            data={[
              { value: '', label: 'Any network' },
              ...networks.map((value) => ({ value, label: networkNames[value] })),
            ]}
          />
        </div>
      )}
      <Textarea
        label="Wish"
        aria-describedby={wishHint}
        placeholder="Friendly, with a question at the end"
        autosize
        minRows={1}
        maxRows={4}
        maxLength={1000}
        value={wish}
        onChange={(event) => setWish(event.currentTarget.value)}
      />
      <Text size="sm" c="dimmed" id={wishHint}>
        May stay empty. {cost}
      </Text>
      <div className={styles.actions}>
        <Button variant="light" loading={write.busy} onClick={ask}>
          {proposals.length > 0 ? 'Write again' : 'Write'}
        </Button>
        {write.busy && (
          <Button variant="default" onClick={() => asked.current?.abort()}>
            Cancel
          </Button>
        )}
      </div>
      {write.failure !== '' && <p className={styles.failure}>{write.failure}</p>}
      <Proposals
        proposals={proposals}
        onChange={setProposals}
        onUse={(words) => onUse(words, task)}
        onAdd={(words) => onAdd(words, task)}
      />
    </>
  );
}
