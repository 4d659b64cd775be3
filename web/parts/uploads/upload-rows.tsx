import { ActionIcon, Button, Group, Progress, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { messages } from '#contract/messages.ts';
import { Icon } from '../icons/icon.tsx';
import styles from './uploads.module.css';
import { isOver, isUnderWay, sizeInWords, type Upload, type UploadState } from './upload-queue.ts';
import { untilThen } from './upload-refusals.ts';
import type { Uploads } from './use-uploads.ts';

/** The files being uploaded and those that were refused, each with its state and what can be done about it. */
export function UploadRows({ uploads }: { uploads: Uploads }) {
  const region = useRef<HTMLElement>(null);
  if (uploads.list.length === 0) return null;
  const remove = (key: string) => {
    // The button disappears with its row; the focus moves first, so that it is not lost.
    region.current?.focus();
    uploads.remove(key);
  };
  return (
    <section ref={region} aria-label="Uploads" tabIndex={-1} className={styles.region}>
      <ul className={styles.uploads}>
        {uploads.list.map((upload) => (
          <Row key={upload.key} upload={upload} uploads={uploads} onRemove={() => remove(upload.key)} />
        ))}
      </ul>
      {uploads.list.some(({ state }) => isOver(state)) && (
        <Group justify="flex-end" mt="xs">
          <Button variant="subtle" size="compact-sm" onClick={uploads.clear}>
            Clear finished
          </Button>
        </Group>
      )}
    </section>
  );
}

function Row({ upload, uploads, onRemove }: { upload: Upload; uploads: Uploads; onRemove: () => void }) {
  const { key, name, sizeBytes, state } = upload;
  const isRefused = state.kind === 'failed';
  return (
    <li className={styles.upload} data-refused={isRefused || undefined}>
      <div className={styles.uploadName}>
        <Text span truncate title={name}>
          {name}
        </Text>
        <Text span c="dimmed" size="sm" className="nums">
          {sizeInWords(sizeBytes)}
        </Text>
      </div>
      {!isRefused && (
        <Progress
          value={percentOf(upload)}
          color={state.kind === 'done' ? 'green' : state.kind === 'later' ? 'yellow' : 'brand'}
          size="sm"
          aria-label={`Upload of ${name}`}
        />
      )}
      <div className={styles.uploadState}>
        {isRefused && <Icon name="alert-circle" size={16} />}
        <Text size="sm" c={isRefused ? 'var(--bad-text)' : 'dimmed'} role={isRefused ? 'alert' : undefined}>
          {state.kind === 'later' ? <Later state={state} /> : wordsOf(state)}
        </Text>
      </div>
      <Group gap="xs" wrap="nowrap" className={styles.uploadButtons}>
        {isUnderWay(state) && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Cancel the upload of ${name}`}
            onClick={() => uploads.cancel(key)}
          >
            <Icon name="x" size={16} />
          </ActionIcon>
        )}
        {(state.kind === 'cancelled' || (isRefused && state.canRetry)) && (
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => uploads.retry(key)}
            aria-label={`Try again: ${name}`}
          >
            Try again
          </Button>
        )}
        {isRefused && (
          <Button variant="subtle" size="compact-sm" onClick={onRemove} aria-label={`Remove ${name} from the list`}>
            Remove
          </Button>
        )}
      </Group>
    </li>
  );
}

/** Why a file waits, and until when; announced once, while the seconds count down silently. */
function Later({ state: { message, at } }: { state: Extract<UploadState, { kind: 'later' }> }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (at === null) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [at]);
  return (
    <>
      <span role="status">{message}</span>
      {at !== null && <span className="nums"> We try again {untilThen((at - now) / 1000)}.</span>}
    </>
  );
}

function percentOf({ state }: Upload): number {
  switch (state.kind) {
    case 'sending':
      return state.percent;
    case 'done':
    case 'failed':
      return 100;
    case 'later':
      return state.percent ?? 0;
    case 'waiting':
    case 'cancelled':
      return 0;
    default:
      return state satisfies never;
  }
}

function wordsOf(state: Exclude<UploadState, { kind: 'later' }>): string {
  switch (state.kind) {
    case 'waiting':
      return 'Waiting';
    case 'sending':
      return state.percent < 100 ? `${state.percent}%` : 'Checking the file';
    case 'done':
      return messages.uploaded;
    case 'failed':
      return state.message;
    case 'cancelled':
      return 'Cancelled';
    default:
      return state satisfies never;
  }
}
