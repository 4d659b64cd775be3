import { Radio, Stack, Switch, Text } from '@mantine/core';
import { markPositions } from '#contract/content/videos.ts';
import styles from './panels.module.css';
import { useSettings } from '../editor.ts';
import { UploadButton } from './upload-button.tsx';

const titles = { logo: 'Logo', watermark: 'Watermark' } as const;

/** The logo or the watermark, which is on every slide. */
export function MarkPanel({ kind }: { kind: 'logo' | 'watermark' }) {
  const { settings, set } = useSettings();
  const mark = settings[kind];
  const change = (values: Partial<typeof mark>) => set({ [kind]: { ...mark, ...values } });
  const title = titles[kind];
  return (
    <Stack gap="md">
      <UploadButton
        type={kind}
        hint="PNG or JPG, under 5 MB. Recommended image size 300x100"
        onDone={({ url }) => change({ url, status: true })}
      >
        {`Upload ${kind}`}
      </UploadButton>
      {mark.url === '' ? (
        <Text size="sm" c="dimmed">
          No {kind} yet.
        </Text>
      ) : (
        <>
          <img className={styles.mark} src={mark.url} alt={title} />
          <Switch
            label={`Show the ${kind}`}
            checked={mark.status}
            onChange={(event) => change({ status: event.currentTarget.checked })}
          />
          <Radio.Group
            label="Position"
            value={mark.position}
            onChange={(value) => {
              const position = markPositions.find((each) => each === value);
              if (position !== undefined) change({ position });
            }}
          >
            <Stack gap={6} mt={6}>
              {markPositions.map((position) => (
                <Radio key={position} value={position} label={position.replace('-', ' ')} />
              ))}
            </Stack>
          </Radio.Group>
        </>
      )}
    </Stack>
  );
}
