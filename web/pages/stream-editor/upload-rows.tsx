import '@mantine/core/styles/Progress.css';
import { ActionIcon, Button, Group, Progress, Text } from '@mantine/core';
import { messages } from '#contract/messages.ts';
import { Icon } from '../../parts/icon.tsx';
import styles from './uploads.module.css';
import { isUnderWay, sizeInWords, type Upload } from './upload-queue.ts';
import type { Uploads } from './use-uploads.ts';

/** The files on their way, each with its progress and what can be done about it. */
export function UploadRows({ uploads }: { uploads: Uploads }) {
  if (uploads.list.length === 0) return null;
  const ended = uploads.list.some(({ state }) => !isUnderWay(state));
  return (
    <section aria-label="Uploads">
      <ul className={styles.uploads}>
        {uploads.list.map((upload) => <Row key={upload.key} upload={upload} uploads={uploads} />)}
      </ul>
      {ended && (
        <Group justify="flex-end" mt="xs">
          <Button variant="subtle" size="compact-sm" onClick={uploads.clear}>Clear finished</Button>
        </Group>
      )}
    </section>
  );
}

function Row({ upload, uploads }: { upload: Upload; uploads: Uploads }) {
  const { key, name, sizeBytes, state } = upload;
  return (
    <li className={styles.upload}>
      <div className={styles.uploadName}>
        <Text span truncate title={name}>{name}</Text>
        <Text span c="dimmed" size="sm" className="nums">{sizeInWords(sizeBytes)}</Text>
      </div>
      <Progress value={percentOf(upload)} color={state.kind === 'failed' ? 'red' : state.kind === 'done' ? 'green' : 'brand'} size="sm" aria-label={`Upload of ${name}`} />
      <Text size="sm" c={state.kind === 'failed' ? 'var(--bad-text)' : 'dimmed'} role={state.kind === 'failed' ? 'alert' : undefined}>{wordsOf(upload)}</Text>
      {isUnderWay(state) && (
        <ActionIcon variant="subtle" color="gray" aria-label={`Cancel the upload of ${name}`} onClick={() => uploads.cancel(key)}><Icon name="x" size={16} /></ActionIcon>
      )}
      {(state.kind === 'failed' || state.kind === 'cancelled') && (
        <Button variant="default" size="compact-sm" onClick={() => uploads.retry(key)} aria-label={`Try again: ${name}`}>Try again</Button>
      )}
    </li>
  );
}

function percentOf({ state }: Upload): number {
  switch (state.kind) {
    case 'sending':
      return state.percent;
    case 'done':
    case 'failed':
      return 100;
    case 'waiting':
    case 'cancelled':
      return 0;
    default:
      return state satisfies never;
  }
}

function wordsOf({ state }: Upload): string {
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
