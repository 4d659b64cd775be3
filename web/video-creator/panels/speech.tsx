import { Button, Checkbox, Group, Progress, Select, Stack, Text, Textarea } from '@mantine/core';
import type { Data } from '#contract/index.ts';
import { useCall } from '../../api/queries.ts';
import { Icon } from '../../parts/icons/icon.tsx';
import styles from './panels.module.css';
import { useTile } from '../editor.ts';
import { Captions } from './captions.tsx';
import { Misread } from './misread.tsx';
import { defaultLanguage, useSpeech } from '../use-speech.ts';

/** What is spoken over the slides. */
export function SpeechPanel() {
  const { tile, index, set } = useTile();
  const speech = useSpeech();
  const language = tile.tts_language || defaultLanguage;
  const languages = useCall('get-polly-languages', {});
  const voices = useCall('get-artists', { lang_code: language });
  const voice = voiceOf(voices.data ?? [], tile.tts_voice);
  const stale = { tts_gen: false, tts_url: '', tts_ms: 0 };
  return (
    <Stack gap="md">
      <Textarea
        label="Text to speak"
        description={`Slide ${index + 1}`}
        autosize
        minRows={3}
        maxRows={8}
        maxLength={5_000}
        value={tile.tts_text}
        onChange={(event) => set({ tts_text: event.currentTarget.value, ...stale }, { gesture: `speech ${tile.id}` })}
      />
      {tile.tts_text === '' && tile.text.trim() !== '' && (
        <Button variant="default" onClick={() => set({ tts_text: tile.text, ...stale })}>
          Use the slide’s text
        </Button>
      )}
      <Select
        label="Language"
        searchable
        allowDeselect={false}
        data={(languages.data ?? []).map(({ code, name }) => ({ value: code, label: name }))}
        value={language}
        error={languages.error?.message}
        onChange={(code) => set({ tts_language: code ?? defaultLanguage, tts_voice: '', ...stale })}
      />
      <Select
        label="Voice"
        description={voices.data?.find(({ voice_id }) => voice_id === voice)?.note}
        allowDeselect={false}
        data={(voices.data ?? []).map(({ voice_id, name, gender }) => ({
          value: voice_id,
          label: `${name} (${gender})`,
        }))}
        value={voice}
        error={voices.error?.message}
        onChange={(id) => set({ tts_voice: id ?? '', ...stale })}
      />
      <Misread language={language} />
      <Group gap="xs">
        <Button
          variant="default"
          loading={speech.busy && speech.all === null}
          disabled={speech.all !== null || voice === null}
          onClick={() => voice !== null && void speech.generate(tile, voice)}
        >
          Generate
        </Button>
        {tile.tts_gen && tile.tts_url !== '' && (
          <Button disabled={speech.busy} onClick={() => speech.use(tile)}>
            Save &amp; Use
          </Button>
        )}
      </Group>
      {tile.tts_gen && tile.tts_url !== '' && (
        <audio className={styles.listen} controls src={tile.tts_url} aria-label="Generated speech" />
      )}
      <Checkbox
        label="Save for all"
        description="Speaks every slide’s text with this voice. Without the tick no slide has speech."
        checked={speech.isForAll}
        disabled={speech.busy || (voice === null && !speech.isForAll)}
        onChange={(event) => {
          if (!event.currentTarget.checked) speech.clearAll();
          else if (voice !== null) void speech.saveForAll(tile, voice);
        }}
      />
      {speech.all !== null && (
        <div className={styles.progress} role="status">
          <Text size="sm">
            Slide {Math.min(speech.all.done + 1, speech.all.count)} of {speech.all.count}
          </Text>
          <Progress value={(100 * speech.all.done) / speech.all.count} aria-label="Speech of all slides" />
          <Button size="compact-xs" variant="subtle" onClick={speech.cancel}>
            Cancel
          </Button>
        </div>
      )}
      {tile.audio !== '' && (
        <Group justify="space-between" className={styles.current ?? ''}>
          <Text size="sm">
            <Icon name="microphone" size={14} /> This slide speaks for {(tile.audio_ms / 1000).toFixed(1)} s
          </Text>
          <Button size="compact-sm" variant="subtle" color="red" onClick={() => set({ audio: '', audio_ms: 0 })}>
            Remove
          </Button>
        </Group>
      )}
      <Captions />
    </Stack>
  );
}

const voiceOf = (voices: Data<'get-artists'>, wanted: string): string | null =>
  (voices.find(({ voice_id }) => voice_id === wanted) ?? voices[0])?.voice_id ?? null;
