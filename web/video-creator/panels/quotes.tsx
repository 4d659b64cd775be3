import { MediaPicker } from '../../parts/media-picker/media-picker.tsx';
import { useTile } from '../editor.ts';

/** Quotes; the selected one becomes the slide's text. */
export function QuotesPanel() {
  const { set } = useTile();
  return <MediaPicker type="quote" onPick={({ quote, author }) => set({ text: `${plain(quote)}\n${author}` })} />;
}

const plain = (quote: string): string => quote.replaceAll('&rsquo;', "'").replaceAll('&#8217;', "'");
