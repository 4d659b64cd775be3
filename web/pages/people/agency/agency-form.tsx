import { FileInput, TextInput } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import type { Data } from '#contract/index.ts';
import { emailProblem } from '../../../lib/emails.ts';
import { alertOops } from '../../../parts/dialogs/dialogs.ts';
import { showFirstProblem } from '../../../parts/forms/first-problem.ts';
import { Icon } from '../../../parts/icons/icon.tsx';
import { LeaveGuard } from '../../../parts/dialogs/leave-guard.tsx';
import { logoAccept, logoRefusal } from '../../../parts/forms/logo-check.ts';
import { SubmitButton } from '../../../parts/buttons/submit-button.tsx';
import { UnsavedNote } from '../../../parts/forms/unsaved-note.tsx';
import { useAction } from '../../../api/action.ts';
import { useEdited } from '../../../lib/use-edited.ts';
import styles from './agency.module.css';

type Agency = Data<'fetch-agency'>;
type Fields = Pick<Agency, 'name' | 'email' | 'site'>;

const fieldsOf = ({ name, email, site }: Agency): Fields => ({ name, email, site });
const labels = { name: 'Name', email: 'Email Address', site: 'Website' };

/** Name, email, website and logo of the agency. */
export function AgencyForm({ agency }: { agency: Agency }) {
  const edited = useEdited({
    formName: 'agency',
    saved: fieldsOf(agency),
    version: agency.version,
    stateOf: (state) => state,
    labels,
  });
  const { fields } = edited;
  const [logo, setLogo] = useState<File | null>(null);
  const [problems, setProblems] = useState<Partial<Fields>>({});
  const form = useRef<HTMLFormElement>(null);
  const save = useAction('agency', {
    onConflict: edited.onConflict,
    onDone: (data) => {
      edited.take(fieldsOf(data), data.version);
      setLogo(null);
    },
  });
  const errorOf = (name: keyof Fields) => problems[name] || save.errors[name];
  const change = (part: Partial<Fields>) => {
    edited.change(part);
    setProblems((before) => ({ ...before, ...Object.fromEntries(Object.keys(part).map((name) => [name, ''])) }));
    for (const name of Object.keys(part)) save.forget(name);
  };
  const choose = (file: File | null) => {
    const refusal = file && logoRefusal(file);
    if (refusal) alertOops(refusal);
    else setLogo(file);
    save.forget('logo');
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = { name: fields.name.trim() === '' ? 'Name is required' : '', email: emailProblem(fields.email) };
    setProblems(found);
    const done =
      found.name === '' &&
      found.email === '' &&
      (await edited.save((changes, version) =>
        save.run({ ...changes, ...version }, logo ? { file: { field: 'logo', content: logo } } : { repeats: true }),
      ));
    if (!done && form.current) showFirstProblem(form.current);
  };

  return (
    <form ref={form} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <LeaveGuard when={logo !== null || edited.isEdited} onLeave={edited.forget} />
      <UnsavedNote restored={edited.restored} onDiscard={edited.discard} />
      <FileInput
        label="Logo"
        description="JPG, JPEG or PNG, under 5 MB"
        placeholder={agency.logo === null ? 'Choose a picture' : 'Choose another picture'}
        accept={logoAccept}
        clearable
        leftSection={<Icon name="photo" size={16} />}
        value={logo}
        onChange={choose}
        error={save.errors['logo']}
        clearButtonProps={{ 'aria-label': 'Remove the chosen picture' }}
      />
      <TextInput
        label="Name"
        name="name"
        required
        maxLength={120}
        autoComplete="organization"
        value={fields.name}
        error={errorOf('name')}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <TextInput
        label="Email Address"
        name="email"
        type="email"
        required
        autoComplete="email"
        value={fields.email}
        error={errorOf('email')}
        onChange={(event) => change({ email: event.currentTarget.value })}
      />
      <TextInput
        label="Website"
        name="site"
        type="url"
        maxLength={300}
        placeholder="https://"
        autoComplete="url"
        value={fields.site}
        error={errorOf('site')}
        onChange={(event) => change({ site: event.currentTarget.value })}
      />
      <div className={styles.end}>
        <SubmitButton busy={save.busy}>{agency.email === '' ? 'Create' : 'Update'}</SubmitButton>
      </div>
    </form>
  );
}
