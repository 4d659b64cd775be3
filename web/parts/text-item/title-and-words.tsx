import { Textarea, TextInput } from '@mantine/core';

type Props = {
  title: string;
  words: string;
  onTitle: (title: string) => void;
  onWords: (words: string) => void;
  /** The maximum length of the words, in characters. */ most: number;
  /** Whether the words are somebody else's and must be rephrased. */ isOthers: boolean;
};

/** The title and the words of a saved result, which the person can edit first. */
export function TitleAndWords({ title, words, onTitle, onWords, most, isOthers }: Props) {
  return (
    <>
      <TextInput label="Title" maxLength={300} value={title} onChange={(event) => onTitle(event.currentTarget.value)} />
      <Textarea
        label="Text"
        {...(isOthers ? { description: "What you see is somebody else's. Say it in your own words." } : {})}
        autosize
        minRows={5}
        maxRows={14}
        maxLength={most}
        value={words}
        error={words.trim() === '' ? 'Text is required' : null}
        onChange={(event) => onWords(event.currentTarget.value)}
      />
    </>
  );
}
