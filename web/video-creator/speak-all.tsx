import { Button, Progress, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import styles from './speak-all.module.css';
import { useSpeech } from './use-speech.ts';

/** The voice. */
export type Speaking = { language: string; voice: string };

/** Generates the speech of all slides of a new project, and shows the progress. */
export function SpeakAll({ language, voice }: Speaking) {
  const speech = useSpeech();
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void speech.speakAll(language, voice);
  }, [speech, language, voice]);
  const { all } = speech;
  if (all === null) return null;
  return (
    <div className={styles.speaking} role="status">
      <Text size="sm">
        Speaking slide {Math.min(all.done + 1, all.count)} of {all.count}
      </Text>
      <Progress value={(100 * all.done) / all.count} aria-label="Speech of all slides" />
      <Button size="compact-sm" variant="default" onClick={speech.cancel}>
        Continue without speech
      </Button>
    </div>
  );
}
