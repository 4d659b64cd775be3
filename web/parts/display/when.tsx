import { exactly, ownZone, sayWhen, type WhenForm } from '../../lib/when.ts';

type Props = {
  /** An instant, ISO 8601. */ at: string;
  /** IANA name of the zone to use; by default the viewer's own. */ zone?: string;
  form?: WhenForm;
  /** In the middle of a sentence: 'today', not 'Today'. */ within?: boolean;
};

/** An instant in everyday words ('Tomorrow, 09:30 · Berlin'), with the exact time on hover. */
export function When({ at, zone, form = 'full', within = false }: Props) {
  const instant = new Date(at);
  if (Number.isNaN(instant.getTime())) return null;
  const shownZone = zone ?? ownZone();
  return (
    <time dateTime={at} title={exactly(instant, shownZone)}>
      {sayWhen({ at: instant, now: new Date(), zone: shownZone, form, within })}
    </time>
  );
}
