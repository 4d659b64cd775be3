import { Button, Radio, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { ByHandNetwork } from '#rules/by-hand.ts';
import { Failure } from '../states/failure.tsx';
import { showFirstProblem } from '../forms/first-problem.ts';
import { SubmitButton } from '../buttons/submit-button.tsx';
import { useAction } from '../../api/action.ts';
import { byHandProblems, withProtocol } from './connect-fields.ts';
import styles from './connecting.module.css';

const words = {
  facebook: {
    choice: 'A Facebook group',
    name: 'Name of the group',
    url: 'Address of the group',
    placeholder: 'https://www.facebook.com/groups/…',
    why: 'Meta removed posting to groups by apps in April 2024. You can still plan posts for the group.',
  },
  medium: {
    choice: 'Medium without a token',
    name: 'Name on Medium',
    url: 'Address of the profile',
    placeholder: 'https://medium.com/@…',
    why: 'Medium no longer issues tokens. You can still plan posts for it.',
  },
} as const satisfies Record<ByHandNetwork, Record<string, string>>;

type Props = {
  /** The networks to choose from; the first one is selected. */
  networks: readonly [ByHandNetwork, ...ByHandNetwork[]];
  userId: string;
  onDone: () => void;
  /** The button that goes back, with its label. */
  back: { name: string; go: () => void };
};

/** Adds an account that a person posts to, by its name and address. */
export function ByHandForm({ networks, userId, onDone, back }: Props) {
  const [network, setNetwork] = useState<ByHandNetwork>(networks[0]);
  const [values, setValues] = useState({ name: '', url: '' });
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const connect = useAction('connect-by-hand', { onDone });
  const { name, url, placeholder, why } = words[network];

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = byHandProblems(values, { name, url });
    setProblems(found);
    if (Object.keys(found).length === 0)
      void connect.run({ user_id: userId, network, name: values.name.trim(), url: withProtocol(values.url) });
    else showFirstProblem(event.currentTarget);
  };
  const inputOf = (field: keyof typeof values) => ({
    name: field,
    value: values[field],
    error: problems[field] || connect.errors[field],
    required: true,
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => {
      setValues({ ...values, [field]: event.currentTarget.value });
      setProblems({ ...problems, [field]: '' });
      connect.forget(field);
    },
  });

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {networks.length > 1 && (
        <Radio.Group
          value={network}
          onChange={(chosen) => setNetwork(networks.find((each) => each === chosen) ?? networks[0])}
          label="What is it?"
        >
          <div className={styles.kinds}>
            {networks.map((each) => (
              <Radio key={each} value={each} label={words[each].choice} />
            ))}
          </div>
        </Radio.Group>
      )}
      <div className={styles.help}>
        <p>
          {why} When the time comes, you get a mail and an entry on the dashboard with the text to copy, the media and
          the way there. You publish it and press Done.
        </p>
      </div>
      <TextInput label={name} data-autofocus {...inputOf('name')} />
      <TextInput label={url} type="url" placeholder={placeholder} {...inputOf('url')} />
      <Failure message={Object.keys(connect.errors).length === 0 ? connect.failure : ''} />
      <div className={styles.end}>
        <Button variant="default" h={40} onClick={back.go}>
          {back.name}
        </Button>
        <SubmitButton busy={connect.busy}>{connect.busy ? 'Adding...' : 'Add account'}</SubmitButton>
      </div>
    </form>
  );
}
