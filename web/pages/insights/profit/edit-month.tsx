import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import type { Data } from '#contract/index.ts';
import { dollars } from '#rules/money.ts';
import { useAction } from '../../../api/action.ts';
import { FormDialog } from '../../../parts/dialogs/form-dialog.tsx';
import { sayMonth } from '../../../lib/dates.ts';

type Props = { month: string; client: Data<'fetch-profits'>['clients'][number]; onClose: () => void };
type Typed = number | string;

const whole = (typed: Typed, times: number): number => Math.round((typed === '' ? 0 : Number(typed)) * times);

/** The entries for a client's month: what it pays, if that differs from the agreement, hours and costs. */
export function EditMonth({ month, client, onClose }: Props) {
  const [paid, setPaid] = useState<Typed>(client.paid_entered ? client.paid_cents / 100 : '');
  const [hours, setHours] = useState<Typed>(client.minutes === 0 ? '' : client.minutes / 60);
  const [costs, setCosts] = useState<Typed>(client.costs_cents === 0 ? '' : client.costs_cents / 100);
  const { run, busy, errors } = useAction('save-profit', { onDone: onClose });
  const money = { prefix: '$', thousandSeparator: ',', decimalScale: 2, min: 0, max: 999_999_999 } as const;
  return (
    <FormDialog
      title={`${client.name}, ${sayMonth(month)}`}
      size="sm"
      closesOutside={false}
      busy={busy}
      onSave={() =>
        void run({
          id: client.id,
          month,
          paid_cents: paid === '' ? null : whole(paid, 100),
          minutes: whole(hours, 60),
          costs_cents: whole(costs, 100),
          version: client.version,
        })
      }
      onClose={onClose}
    >
      <NumberInput
        label="Pays"
        description={`Leave it empty for what was agreed: ${dollars(client.agreed_cents / 100)}.`}
        {...money}
        value={paid}
        error={errors['paid_cents']}
        onChange={setPaid}
      />
      <NumberInput
        label="Hours"
        description="Work for this client in this month."
        decimalScale={2}
        min={0}
        max={10_000}
        value={hours}
        error={errors['minutes']}
        onChange={setHours}
      />
      <NumberInput
        label="Costs"
        description="What else it cost: pictures, advertising, freelancers."
        {...money}
        value={costs}
        error={errors['costs_cents']}
        onChange={setCosts}
      />
    </FormDialog>
  );
}
