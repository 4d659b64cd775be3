import { Button, FileButton, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { DialogFrame } from '../../../../parts/dialogs/dialog-frame.tsx';
import { Icon } from '../../../../parts/icons/icon.tsx';
import { LibraryChoice } from '../../../../parts/library-choice/library-choice.tsx';
import { MediaPicker } from '../../../../parts/media-picker/media-picker.tsx';
import type { Uploading } from '../../../../video-creator/uploading.ts';

/** A picture for a text; `credits` are the lines that its licences require beside it. */
export type ChosenPicture = { src: string; alt: string; credits: readonly string[] };

type Props = {
  opened: boolean;
  uploading: Uploading;
  /** Uploads a file and inserts it into the text. */
  onFile: (file: File) => void;
  onChoose: (picture: ChosenPicture) => void;
  onClose: () => void;
};

/** The dialog that inserts a picture into a text: from the library, this device, or the sources. */
export function TextPicture({ opened, uploading, onFile, onChoose, onClose }: Props) {
  const [from, setFrom] = useState('library');
  return (
    <DialogFrame opened={opened} onClose={onClose} title="Add a picture" size="44rem" above>
      <Stack gap="md">
        <SegmentedControl
          aria-label="Where from"
          data={[
            { value: 'library', label: 'Media library' },
            { value: 'source', label: 'Sources' },
          ]}
          value={from}
          onChange={setFrom}
        />
        {from === 'library' ? (
          <>
            <FileButton
              accept="image/png,image/jpeg"
              onChange={(file) => file && onFile(file)}
              inputProps={{ 'aria-label': 'Upload a picture' }}
            >
              {(props) => (
                <Button
                  {...props}
                  variant="default"
                  style={{ alignSelf: 'flex-start' }}
                  leftSection={<Icon name="upload" size={16} />}
                  loading={uploading.share !== null}
                >
                  Upload a picture
                </Button>
              )}
            </FileButton>
            <LibraryChoice
              kind="image"
              chosen={[]}
              empty="You do not have any uploads"
              onChoose={({ url, title, licences }) =>
                onChoose({
                  src: url,
                  alt: title,
                  credits: licences.map(({ credit }) => credit).filter((line) => line !== ''),
                })
              }
            />
          </>
        ) : (
          <MediaPicker
            type="image"
            onPick={({ image, title, credit }) =>
              onChoose({ src: image, alt: title, credits: credit === null ? [] : [credit] })
            }
          />
        )}
        <Text size="sm" c="dimmed">
          The picture is uploaded to WordPress’s media library; Medium loads it from here.
        </Text>
      </Stack>
    </DialogFrame>
  );
}
