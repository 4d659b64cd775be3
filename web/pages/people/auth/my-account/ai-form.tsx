import { NumberInput, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { AiSettings } from '#contract/content/ai.ts';
import { useAction } from '../../../../api/action.ts';
import { showFirstProblem } from '../../../../parts/forms/first-problem.ts';
import { LeaveGuard } from '../../../../parts/dialogs/leave-guard.tsx';
import { SubmitButton } from '../../../../parts/buttons/submit-button.tsx';
import styles from './connections.module.css';
import { PasswordField } from '../../../../parts/forms/password-field.tsx';

const fieldsOf = ({ address, model, limit, input_price, output_price }: AiSettings) => ({
  key: '',
  address,
  model,
  limit,
  input_price,
  output_price,
});
type Fields = ReturnType<typeof fieldsOf>;

/** The key of the AI, its limit, and its address and prices. */
export function AiForm({ settings }: { settings: AiSettings }) {
  const [fields, setFields] = useState(() => fieldsOf(settings));
  const save = useAction('save-ai-settings', { onDone: (saved) => setFields(fieldsOf(saved)) });
  const isEdited = JSON.stringify(fields) !== JSON.stringify(fieldsOf(settings));
  const change = (part: Partial<Fields>) => {
    setFields((before) => ({ ...before, ...part }));
    for (const name of Object.keys(part)) save.forget(name);
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (!(await save.run(fields))) showFirstProblem(form);
  };
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <LeaveGuard when={isEdited} />
      <div className={styles.pair}>
        <PasswordField
          label="AI key"
          name="key"
          placeholder={settings.needs_sk ? 'sk-…' : undefined}
          description={
            settings.last4 === ''
              ? 'From your account at OpenAI, or at the provider below.'
              : `Saved, ends in ${settings.last4}. Leave blank to keep it.`
          }
          value={fields.key}
          error={save.errors['key']}
          onChange={(event) => change({ key: event.currentTarget.value })}
        />
        <NumberInput
          label="Monthly limit"
          name="limit"
          description="The AI stops before it costs more."
          prefix="$"
          min={0}
          max={100_000}
          decimalScale={2}
          value={fields.limit}
          error={save.errors['limit']}
          onChange={(value) => change({ limit: Number(value) })}
        />
      </div>
      <details className={styles.further}>
        <summary>Provider, model and prices</summary>
        <div>
          <div className={styles.pair}>
            <TextInput
              label="Address"
              name="address"
              description="Of any provider with an API like OpenAI’s. Leave blank for the default."
              placeholder={settings.default_address}
              inputMode="url"
              maxLength={300}
              value={fields.address}
              error={save.errors['address']}
              onChange={(event) => change({ address: event.currentTarget.value })}
            />
            <TextInput
              label="Model"
              name="model"
              description="To write captions from pictures, the model has to accept pictures."
              placeholder={settings.default_model}
              maxLength={100}
              value={fields.model}
              error={save.errors['model']}
              onChange={(event) => change({ model: event.currentTarget.value })}
            />
          </div>
          <div className={styles.pair}>
            <NumberInput
              label="Price of a million input tokens"
              name="input_price"
              description="From the provider’s price list; used to estimate costs."
              prefix="$"
              min={0}
              decimalScale={6}
              value={fields.input_price}
              error={save.errors['input_price']}
              onChange={(value) => change({ input_price: Number(value) })}
            />
            <NumberInput
              label="Price of a million output tokens"
              name="output_price"
              description="As in the provider’s price list."
              prefix="$"
              min={0}
              decimalScale={6}
              value={fields.output_price}
              error={save.errors['output_price']}
              onChange={(value) => change({ output_price: Number(value) })}
            />
          </div>
        </div>
      </details>
      <div className={styles.end}>
        <SubmitButton busy={save.busy}>Save</SubmitButton>
      </div>
    </form>
  );
}
