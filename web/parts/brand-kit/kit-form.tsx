import { Button, FileButton, Select } from '@mantine/core';
import { useId, useState } from 'react';
import type { ClientKit } from '#contract/content/brand-kits.ts';
import { colourRoles, fontRoles, paintOf, plainKit, type ColourRole, type Kit } from '#rules/design/kit.ts';
import { useAction } from '../../api/action.ts';
import { call, CallError } from '../../api/call.ts';
import { useCall } from '../../api/queries.ts';
import { confirmDelete } from '../dialogs/dialogs.ts';
import { ErrorState } from '../states/error-state.tsx';
import { notify } from '../notices/notify.ts';
import { Skeletons } from '../states/skeletons.tsx';
import styles from './kit-form.module.css';

const colourNames: Readonly<Record<ColourRole, string>> = {
  primary: 'Primary',
  secondary: 'Secondary',
  accent: 'Accent',
  background: 'Background',
  text: 'Text',
};
const fontNames = { heading: 'Font of headings', body: 'Font of texts' } as const;

/** The brand kit of a client: logo, colours, fonts. */
export function KitForm({ clientId }: { clientId: string }) {
  const { data, error, refetch } = useCall('fetch-kits', { client_id: clientId }, { still: true });
  const [item] = data?.items ?? [];
  if (item) return <Fields key={item.kit === null ? 'none' : 'kit'} item={item} />;
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeletons rows={4} kind="form" />;
}

const mostBytes = 5_000_000;

function Fields({ item }: { item: ClientKit }) {
  const typefaces = useCall('fetch-typefaces', {});
  const [kit, setKit] = useState<Kit>(item.kit ?? { ...plainKit, name: item.client });
  const [uploads, setUploads] = useState(false);
  const save = useAction('save-kit');
  const remove = useAction('delete-kit');
  const families = (typefaces.data ?? []).map(({ family }) => family);
  const upload = async (file: File | null) => {
    if (file === null) return;
    if (file.size >= mostBytes) return notify.danger('Max allowed size 5MB');
    setUploads(true);
    try {
      const { data } = await call('upload-file', { file_type: 'image' }, { file: { field: 'file', content: file } });
      setKit((before) => ({ ...before, logo: data.url }));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      notify.danger(error.message);
    }
    setUploads(false);
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save.run({
          client_id: item.client_id,
          logo: kit.logo ?? '',
          colours: { ...kit.colours },
          fonts: { ...kit.fonts },
        });
      }}
    >
      <Sample kit={kit} />
      <div className={styles.logo}>
        <FileButton accept="image/png,image/jpeg" onChange={(file) => void upload(file)}>
          {(props) => (
            <Button {...props} variant="default" loading={uploads}>
              {kit.logo === null ? 'Upload a logo' : 'Replace the logo'}
            </Button>
          )}
        </FileButton>
        {kit.logo !== null && (
          <Button variant="subtle" onClick={() => setKit({ ...kit, logo: null })}>
            No logo
          </Button>
        )}
      </div>
      <div className={styles.colours}>
        {colourRoles.map((role) => (
          <ColourField
            key={role}
            label={colourNames[role]}
            value={kit.colours[role]}
            onChange={(colour) => setKit((before) => ({ ...before, colours: { ...before.colours, [role]: colour } }))}
          />
        ))}
      </div>
      <div className={styles.fonts}>
        {fontRoles.map((role) => (
          <Select
            key={role}
            label={fontNames[role]}
            data={families.includes(kit.fonts[role]) ? families : [kit.fonts[role], ...families]}
            value={kit.fonts[role]}
            allowDeselect={false}
            searchable
            onChange={(family) =>
              family !== null && setKit((before) => ({ ...before, fonts: { ...before.fonts, [role]: family } }))
            }
          />
        ))}
      </div>
      <div className={styles.logo}>
        <Button type="submit" loading={save.busy} disabled={uploads}>
          Save brand kit
        </Button>
        {item.kit !== null && (
          <Button
            variant="subtle"
            color="red"
            onClick={() =>
              confirmDelete({
                text: 'Do you want to delete this brand kit',
                about: {
                  name: `Brand kit of ${item.client}`,
                  words: 'designs that were made with it stay as they are',
                },
                onConfirm: () => remove.run({ client_id: item.client_id }),
              })
            }
          >
            Delete
          </Button>
        )}
      </div>
    </form>
  );
}

/** The colours of a kit as a design combines them. */
function Sample({ kit }: { kit: Kit }) {
  const plate = (role: 'primary' | 'secondary' | 'accent') => ({
    background: kit.colours[role],
    color: paintOf(kit, `on-${role}`),
  });
  return (
    <div className={styles.sample} style={{ background: kit.colours.background, color: kit.colours.text }}>
      <div className={styles.brand}>
        {kit.logo === null ? <strong>{kit.name}</strong> : <img src={kit.logo} alt={`Logo of ${kit.name}`} />}
      </div>
      <span style={plate('primary')}>Primary</span>
      <span style={plate('secondary')}>Secondary</span>
      <span style={plate('accent')}>Accent</span>
    </div>
  );
}

type ColourProps = { label: string; value: string; onChange: (colour: string) => void };

function ColourField({ label, value, onChange }: ColourProps) {
  const id = useId();
  return (
    <div className={styles.colour}>
      <input id={id} type="color" value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)} />
      <label htmlFor={id}>{label}</label>
    </div>
  );
}
