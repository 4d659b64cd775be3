import { Textarea, TextInput } from '@mantine/core';

type Props = {
  title: string;
  words: string;
  onTitle: (title: string) => void;
  onWords: (words: string) => void;
  /** The most characters of the words. */ most: number;
  /** Whether the words are somebody else's, to be said in one's own. */ isOthers: boolean;
};

/** The title and the words that something kept becomes, which the person may change first. */
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
