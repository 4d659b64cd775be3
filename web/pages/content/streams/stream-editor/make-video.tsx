import { Button, Select, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import type { Stream } from '#contract/content/streams.ts';
import { videoRatios } from '#contract/content/videos.ts';
import { useAction } from '../../../../api/action.ts';
import { useCall } from '../../../../api/queries.ts';
import { DialogFrame } from '../../../../parts/dialogs/dialog-frame.tsx';
import { Icon } from '../../../../parts/icons/icon.tsx';
import { useNavigateUnlessLeft } from '../../../../lib/use-navigate-unless-left.ts';
import { paths } from '../../../../paths.ts';

const ratioLabels = { '16:9': '16:9 wide', '9:16': '9:16 upright', '1:1': '1:1 square' } as const;
/** The language of the first voices; the editor offers all others. */
const language = 'en-US';

/** Makes a video project from a stream of images or texts. */
export function MakeVideo({ stream }: { stream: Stream }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<Icon name="movie" size={16} />} onClick={() => setIsOpen(true)}>
        Make a video
      </Button>
      {isOpen && <MakeVideoDialog stream={stream} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function MakeVideoDialog({ stream: { id, items }, onClose }: { stream: Stream; onClose: () => void }) {
  const navigate = useNavigateUnlessLeft();
  const looks = useCall('fetch-looks', {});
  const voices = useCall('get-artists', { lang_code: language });
  const [ratio, setRatio] = useState<(typeof videoRatios)[number]>('16:9');
  const [look, setLook] = useState('clean');
  const [speaks, setSpeaks] = useState(true);
  const [chosen, setChosen] = useState<string | null>(null);
  const voice = chosen ?? voices.data?.[0]?.voice_id ?? '';
  const make = useAction('video-from-stream', {
    quiet: true,
    onDone: ({ id: video }) => {
      const state = speaks && voice !== '' ? { speak: { language, voice } } : null;
      void navigate(paths.createVideo({ id: video }), { state });
    },
  });
  return (
    <DialogFrame opened onClose={onClose} title="Make a video">
      <Stack gap="md">
        <Text size="sm">
          {items > 100 ? 'The first 100 items become slides' : 'Every item becomes a slide'}, with your logo and color.
        </Text>
        <Select
          label="Shape of the video"
          allowDeselect={false}
          data={videoRatios.map((value) => ({ value, label: ratioLabels[value] }))}
          value={ratio}
          onChange={(value) => setRatio(videoRatios.find((each) => each === value) ?? '16:9')}
        />
        <Select
          label="Look"
          allowDeselect={false}
          data={(looks.data ?? []).map(({ id: value, name: label }) => ({ value, label }))}
          value={look}
          onChange={(value) => setLook(value ?? 'clean')}
        />
        <Switch
          label="Speak the words"
          description="Each slide then lasts as long as its words."
          checked={speaks}
          onChange={(event) => setSpeaks(event.currentTarget.checked)}
        />
        {speaks && (
          <Select
            label="Voice"
            description={voices.data?.find(({ voice_id }) => voice_id === voice)?.note}
            allowDeselect={false}
            data={(voices.data ?? []).map(({ voice_id: value, name, gender }) => ({
              value,
              label: `${name} (${gender})`,
            }))}
            value={voice}
            error={voices.error?.message}
            onChange={setChosen}
          />
        )}
        <Button loading={make.busy} onClick={() => void make.run({ content_stream_id: id, ratio, look })}>
          Make the video
        </Button>
      </Stack>
    </DialogFrame>
  );
}
