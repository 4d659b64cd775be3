import { Button, FileInput, TextInput } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import type { Rebranding } from '#contract/base/brand.ts';
import { messages } from '#contract/messages.ts';
import { alertOops, confirmDelete } from '../../../../parts/dialogs/dialogs.ts';
import { showFirstProblem } from '../../../../parts/forms/first-problem.ts';
import { Icon } from '../../../../parts/icons/icon.tsx';
import { LeaveGuard } from '../../../../parts/dialogs/leave-guard.tsx';
import { logoAccept, logoRefusal } from '../../../../parts/forms/logo-check.ts';
import { SubmitButton } from '../../../../parts/buttons/submit-button.tsx';
import { useAction } from '../../../../api/action.ts';
import styles from './rebranding.module.css';

/** Brand name and logo, and a button to remove both. */
export function RebrandingForm({ rebranding }: { rebranding: Rebranding | null }) {
  const [name, setName] = useState(rebranding?.name ?? '');
  const [logo, setLogo] = useState<File | null>(null);
  const [problems, setProblems] = useState({ name: '', logo: '' });
  const form = useRef<HTMLFormElement>(null);
  const save = useAction('wl-rebranding', { onDone: () => setLogo(null) });
  const remove = useAction('delete-wl');
  const choose = (file: File | null) => {
    const refusal = file && logoRefusal(file, messages.rebrandingTooLarge);
    if (refusal) alertOops(refusal);
    else setLogo(file);
    setProblems((before) => ({ ...before, logo: '' }));
    save.forget('logo');
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = {
      name: name.trim() === '' ? 'Brand Name is required' : '',
      logo: logo === null && !rebranding?.logo ? messages.logoMissing : '',
    };
    setProblems(found);
    const isGood = found.name === '' && found.logo === '';
    const done = isGood && (await save.run({ name }, logo ? { file: { field: 'logo', content: logo } } : {}));
    if (!done && form.current) showFirstProblem(form.current);
  };

  return (
    <form ref={form} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <LeaveGuard when={logo !== null || name !== (rebranding?.name ?? '')} />
      <FileInput
        label="Brand Logo"
        description="JPG, PNG or JPEG, up to 5 MB. 210 × 34 pixels recommended."
        placeholder={!rebranding?.logo ? 'Choose a picture' : 'Choose another picture'}
        accept={logoAccept}
        clearable
        required
        leftSection={<Icon name="photo" size={16} />}
        value={logo}
        onChange={choose}
        error={problems.logo || save.errors['logo']}
        clearButtonProps={{ 'aria-label': 'Remove the chosen picture' }}
      />
      <TextInput
        label="Brand Name"
        name="name"
        required
        maxLength={60}
        autoComplete="organization"
        value={name}
        error={problems.name || save.errors['name']}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setProblems((before) => ({ ...before, name: '' }));
          save.forget('name');
        }}
      />
      <div className={styles.end}>
        {rebranding !== null && (
          <Button
            variant="subtle"
            color="red"
            onClick={() =>
              confirmDelete({
                text: 'Do you want to delete this Rebranding',
                about: { name: rebranding.name, words: 'The product shows its own name and logo again' },
                onConfirm: () => remove.run({ id: rebranding.id }),
              })
            }
          >
            Remove Rebranding
          </Button>
        )}
        <SubmitButton busy={save.busy}>Save</SubmitButton>
      </div>
    </form>
  );
}
