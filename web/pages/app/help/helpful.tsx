import { Button, Textarea } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useAction } from '../../../api/action.ts';
import { Icon } from '../../../parts/icons/icon.tsx';
import styles from './help.module.css';
import { app } from './use-help.ts';

/** Asks whether an article helped, and for a comment. */
export function Helpful({ article }: { article: string }) {
  const [helpful, setHelpful] = useState<boolean | null>(null);
  const [words, setWords] = useState('');
  const [isSaid, setSaid] = useState(false);
  const rate = useAction('help/rate-article', { quiet: true, onDone: () => setSaid(true) });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (helpful !== null) void rate.run({ ...app, article, helpful, words });
  };
  return (
    <section className={styles.helpful} aria-labelledby="helpful">
      <h2 id="helpful">Was this helpful?</h2>
      <p role="status">{isSaid ? 'Thank you for your answer.' : ''}</p>
      {!isSaid && (
        <>
          <div className={styles.answers}>
            <Button
              variant={helpful === true ? 'light' : 'default'}
              aria-pressed={helpful === true}
              leftSection={<Icon name="thumb-up" />}
              onClick={() => setHelpful(true)}
            >
              Yes
            </Button>
            <Button
              variant={helpful === false ? 'light' : 'default'}
              aria-pressed={helpful === false}
              leftSection={<Icon name="thumb-down" />}
              onClick={() => setHelpful(false)}
            >
              No
            </Button>
          </div>
          {helpful !== null && (
            <form onSubmit={send} className={styles.word}>
              <Textarea
                label={helpful ? 'What was good about it? (optional)' : 'What is missing? (optional)'}
                description="Please write no names, addresses or numbers of people."
                value={words}
                maxLength={500}
                autosize
                minRows={2}
                onChange={(event) => setWords(event.currentTarget.value)}
              />
              <Button type="submit" loading={rate.busy}>
                Send
              </Button>
            </form>
          )}
        </>
      )}
    </section>
  );
}
