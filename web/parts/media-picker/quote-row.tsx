import type { Found } from '#contract/content/stock.ts';
import styles from './media-picker.module.css';
import type { Choice } from './choice.ts';

/** A quote with its author and the work it is from. */
export function QuoteRow({ result, onPick, isPicked }: Choice<Found['quote']>) {
  return (
    <button type="button" data-result className={styles.row} data-picked={isPicked || undefined} onClick={onPick}>
      <span className={styles.quote}>{result.quote}</span>
      <span className={styles.about}>
        {result.author}, {result.work}
      </span>
    </button>
  );
}
