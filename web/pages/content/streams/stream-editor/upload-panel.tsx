import '@mantine/dropzone/styles.css';
import { Group, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { alertOops } from '../../../../parts/dialogs/dialogs.ts';
import { Icon } from '../../../../parts/icons/icon.tsx';
import { acceptOf, limitsInWords, refusalOf, type FileStreamType } from './check-file.ts';
import { FromLibrary } from './from-library.tsx';
import { FromSource } from './from-source.tsx';
import { UnfinishedUploads } from '../../../../parts/uploads/unfinished-uploads.tsx';
import { UploadRows } from '../../../../parts/uploads/upload-rows.tsx';
import styles from '../../../../parts/uploads/uploads.module.css';
import type { Uploads } from '../../../../parts/uploads/use-uploads.ts';

const nouns: Readonly<Record<FileStreamType, string>> = { image: 'pictures', video: 'videos' };

/** The area for dropping or choosing files. Before the stream exists, it asks to create it first. */
export function UploadPanel({
  type,
  streamId,
  uploads,
}: {
  type: FileStreamType;
  streamId: string | null;
  uploads: Uploads;
}) {
  const exists = streamId !== null;
  const take = (files: readonly File[]) => {
    if (!exists) return alertOops('Please create content stream before upload files');
    const judged = files.map((file) => ({ file, refusal: refusalOf(file, type) }));
    const refusals = new Set(judged.flatMap(({ refusal }) => refusal ?? []));
    if (judged.length > 0) uploads.add(judged);
    // Several reasons are shown in the rows of their files.
    if (refusals.size > 0) alertOops([...refusals].join('. '));
  };
  return (
    <Stack gap="md">
      <Dropzone
        onDrop={() => {}}
        onDropAny={(files, rejections) => take([...files, ...rejections.map(({ file }) => file)])}
        accept={acceptOf(type)}
        activateOnClick={exists}
        onClick={exists ? undefined : () => take([])}
        onKeyDown={
          exists
            ? undefined
            : (event) => {
                if (event.key === 'Enter' || event.key === ' ') take([]);
              }
        }
        className={styles.dropzone}
        data-closed={!exists || undefined}
        aria-label={`Add ${nouns[type]}`}
        inputProps={{ 'aria-label': `Choose ${nouns[type]}` }}
      >
        <Stack align="center" gap="xs">
          <Icon name={exists ? 'cloud-upload' : 'lock'} size={32} />
          <Text fw={600}>
            {exists
              ? `Drop ${nouns[type]} here, or press to choose`
              : `Create the stream first, then add its ${nouns[type]}`}
          </Text>
          <Text size="sm" c={exists ? 'dimmed' : 'inherit'}>
            {limitsInWords(type)}. Several at once are fine.
          </Text>
        </Stack>
      </Dropzone>
      {streamId !== null && (
        <Group gap="sm">
          <FromLibrary type={type} streamId={streamId} />
          <FromSource type={type} streamId={streamId} />
        </Group>
      )}
      <Text size="sm" c="dimmed">
        Title and description go out with each post. A file starts with its name as title; change both under “In this
        stream”.
      </Text>
      <UploadRows uploads={uploads} />
      {streamId !== null && <UnfinishedUploads streamId={streamId} />}
    </Stack>
  );
}
