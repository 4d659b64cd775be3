import { FileInput, Progress, TextInput } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { messages } from '#contract/messages.ts';
import type { WhiteLabel } from '#contract/selling/white-label.ts';
import { hostIn } from '#rules/domains.ts';
import { alertOops } from '../../../parts/dialogs/dialogs.ts';
import { showFirstProblem } from '../../../parts/forms/first-problem.ts';
import { Icon } from '../../../parts/icons/icon.tsx';
import { LeaveGuard } from '../../../parts/dialogs/leave-guard.tsx';
import { logoAccept, logoRefusal } from '../../../parts/forms/logo-check.ts';
import { SubmitButton } from '../../../parts/buttons/submit-button.tsx';
import { useAction } from '../../../api/action.ts';
import { Colour } from './colour.tsx';
import styles from './white-label.module.css';
import { PasswordField } from '../../../parts/forms/password-field.tsx';
import { useMay } from '../../../api/session.ts';

type Fields = { name: string; aiKey: string; first: string; second: string; domain: string };

const fieldsOf = (label: WhiteLabel | null): Fields => ({
  name: label?.name ?? '',
  aiKey: '',
  first: label?.color.first ?? '#9461fc',
  second: label?.color.second ?? '#ef1564',
  domain: label?.domain ?? '',
});

/** The errors of the fields, by name; '' for valid ones. */
function problemsOf(fields: Fields, label: WhiteLabel | null): Record<keyof Fields, string> {
  const needsKey = fields.aiKey.trim() === '' && (label?.ai_key_last4 ?? '') === '';
  return {
    name: fields.name.trim() === '' ? 'Name is required' : '',
    // The required beginning of a key depends on the AI's address, which the server knows.
    aiKey: needsKey ? messages.aiKeyMissing : '',
    first: '',
    second: '',
    domain: hostIn(fields.domain) === null ? messages.domainInvalid : '',
  };
}

/** Name, key, colours, logo and domain of the agency's own site. */
export function Customization({ label }: { label: WhiteLabel | null }) {
  const [fields, setFields] = useState(() => fieldsOf(label));
  const sells = useMay('sell');
  const [logo, setLogo] = useState<File | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const [problems, setProblems] = useState<Partial<Fields>>({});
  const form = useRef<HTMLFormElement>(null);
  const done = () => {
    setLogo(null);
    setFields((before) => ({ ...before, aiKey: '' }));
  };
  const create = useAction('create-whitelabel', { onDone: done });
  const update = useAction('update-whitelabel', { onDone: done });
  const action = label === null ? create : update;
  const isFixed = label !== null && label.domain !== '';
  const isEdited = logo !== null || JSON.stringify(fields) !== JSON.stringify(fieldsOf(label));
  const errorOf = (name: keyof Fields) => problems[name] || action.errors[name];
  const change = (part: Partial<Fields>) => {
    setFields((before) => ({ ...before, ...part }));
    setProblems((before) => ({ ...before, ...Object.fromEntries(Object.keys(part).map((name) => [name, ''])) }));
    for (const name of Object.keys(part)) action.forget(name);
  };
  const choose = (file: File | null) => {
    const refusal = file && logoRefusal(file, messages.brandLogoSize);
    if (refusal) alertOops(refusal === messages.logoInvalidFileType ? messages.brandLogoType : refusal);
    else setLogo(file);
    action.forget('logo');
  };
  const send = (): Promise<boolean> => {
    const { name, aiKey, first, second, domain } = fields;
    // A call with a file contains only texts.
    const color = logo === null ? { first, second } : JSON.stringify({ first, second });
    const options = logo === null ? {} : { file: { field: 'logo', content: logo }, onProgress: setShare };
    if (label === null) return create.run({ name, aiKey, color, domain }, options);
    return update.run({ id: label.id, name, aiKey, color, ...(isFixed ? {} : { domain }) }, options);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = problemsOf(fields, label);
    setProblems(found);
    const isGood = Object.values(found).every((problem) => problem === '');
    const isDone = isGood && (await send());
    setShare(null);
    if (!isDone && form.current) showFirstProblem(form.current);
  };

  return (
    <form ref={form} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <LeaveGuard when={isEdited} />
      <TextInput
        label="Name"
        name="name"
        required
        maxLength={60}
        autoComplete="organization"
        value={fields.name}
        error={errorOf('name')}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <PasswordField
        disabled={!sells}
        label="Open AI key"
        name="aiKey"
        required={(label?.ai_key_last4 ?? '') === ''}
        description={
          label && label.ai_key_last4 !== ''
            ? `Saved, ends in ${label.ai_key_last4}. Leave blank to keep it.`
            : undefined
        }
        placeholder="sk-…"
        value={fields.aiKey}
        error={errorOf('aiKey')}
        onChange={(event) => change({ aiKey: event.currentTarget.value })}
      />
      <div className={styles.pair}>
        <Colour label="Gradient colour 1" value={fields.first} onChange={(first) => change({ first })} />
        <Colour label="Gradient colour 2" value={fields.second} onChange={(second) => change({ second })} />
      </div>
      <div
        className={styles.gradient}
        aria-hidden="true"
        style={{ background: `linear-gradient(100deg, ${fields.first}, ${fields.second})` }}
      />
      <FileInput
        label="Logo"
        description="JPG, PNG or JPEG, up to 5 MB. 210 × 40 pixels recommended."
        placeholder={label?.logo ? 'Choose another picture' : 'Choose a picture'}
        accept={logoAccept}
        clearable
        leftSection={<Icon name="photo" size={16} />}
        value={logo}
        onChange={choose}
        error={action.errors['logo']}
        clearButtonProps={{ 'aria-label': 'Remove the chosen picture' }}
      />
      {label?.logo && logo === null && <img className={styles.logo} src={label.logo} alt={`Logo of ${label.name}`} />}
      {share !== null && <Progress value={share * 100} aria-label="The logo is being uploaded" />}
      <TextInput
        label="Domain"
        name="domain"
        required
        readOnly={isFixed}
        disabled={!sells}
        placeholder="brand.com"
        inputMode="url"
        autoCapitalize="none"
        value={fields.domain}
        error={errorOf('domain')}
        onChange={(event) => change({ domain: event.currentTarget.value })}
      />
      <div className={styles.end}>
        <SubmitButton busy={action.busy} disabled={!sells && !isFixed}>
          {isFixed ? 'Update' : 'Check & Submit'}
        </SubmitButton>
      </div>
    </form>
  );
}
