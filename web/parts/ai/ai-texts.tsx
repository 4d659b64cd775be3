import { Button, NativeSelect, NumberInput, Text, Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import { aiTextsMost } from '#rules/ai.ts';
import { isEligible, networkIds, networkNames } from '#rules/eligibility.ts';
import { useAction } from '../../api/action.ts';
import { AiGate } from './ai-gate.tsx';
import styles from './ai.module.css';

type Props = {
  formatted: boolean;
  /** Receives the texts for review; nothing is saved before the form is. */
  onTexts: (texts: readonly { title: string; text: string }[]) => void;
};

/** Lets the AI write several texts from a brief. */
export function AiTexts(props: Props) {
  return <AiGate label="Write several with AI">{(cost) => <Writer {...props} cost={cost} />}</AiGate>;
}

function Writer({ formatted, onTexts, cost }: Props & { cost: string }) {
  const [brief, setBrief] = useState('');
  const [count, setCount] = useState(5);
  const [network, setNetwork] = useState('');
  const asked = useRef<AbortController | null>(null);
  const write = useAction('write-texts-with-ai', { onDone: ({ texts }) => onTexts(texts) });
  const type = formatted ? 'formatted' : 'text';
  const ask = () => {
    asked.current = new AbortController();
    const chosen = networkIds.find((id) => id === network);
    void write.run(
      { brief, count, ...(chosen === undefined ? {} : { network: chosen }) },
      { signal: asked.current.signal },
    );
  };
  return (
    <>
      <Textarea
        label="Brief"
        placeholder="A bakery in Leeds. Opening hours in May, the new rye bread, the night shift."
        error={write.errors['brief']}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={4000}
        value={brief}
        onChange={(event) => {
          setBrief(event.currentTarget.value);
          write.forget('brief');
        }}
      />
      <div className={styles.choices}>
        <NumberInput
          label="How many"
          min={1}
          max={aiTextsMost}
          allowDecimal={false}
          value={count}
          onChange={(value) => setCount(Number(value))}
        />
        <NativeSelect
          label="For"
          value={network}
          onChange={(event) => setNetwork(event.currentTarget.value)}
          data={[
            { value: '', label: 'Any network' },
            ...networkIds.filter((id) => isEligible(id, type)).map((value) => ({ value, label: networkNames[value] })),
          ]}
        />
      </div>
      <Text size="sm" c="dimmed">
        The texts appear in the form below, where you review and save them. {cost}
      </Text>
      <div className={styles.actions}>
        <Button variant="light" loading={write.busy} disabled={brief.trim() === ''} onClick={ask}>
          Write
        </Button>
        {write.busy && (
          <Button variant="default" onClick={() => asked.current?.abort()}>
            Cancel
          </Button>
        )}
      </div>
      {write.failure !== '' && <p className={styles.failure}>{write.failure}</p>}
    </>
  );
}
