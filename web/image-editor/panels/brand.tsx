import { Button, Select } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { applyKit } from '#rules/design/apply-kit.ts';
import { cropToFill, newImage } from '#rules/design/layers.ts';
import { colourRoles, type Kit } from '#rules/design/kit.ts';
import { useList } from '../../api/queries.ts';
import { loadPart } from '../../lib/load-code.ts';
import { ErrorState } from '../../parts/states/error-state.tsx';
import { Skeletons } from '../../parts/states/skeletons.tsx';
import { add, changeSelected } from '../actions.ts';
import { useEditor, useSelected } from '../context.ts';
import { newId } from '../document/editor.ts';
import { loadImage } from '../document/web-canvas.ts';
import editorStyles from '../image-editor.module.css';
import styles from './brand.module.css';

const KitForm = lazy(() =>
  loadPart(() => import('../../parts/brand-kit/kit-form.tsx')).then(({ KitForm: Form }) => ({ default: Form })),
);

const labelOf = ({ client, kit }: { client: string; kit: Kit | null }): string =>
  kit === null ? `${client} (no kit yet)` : client;

/** Brand: the kits of the clients, one click away. */
export function BrandPanel() {
  const { editor } = useEditor();
  const [search, setSearch] = useState('');
  const [clientId, setClientId] = useState<string | null>(null);
  const [edits, setEdits] = useState(false);
  const kits = useList('fetch-kits', { search });
  const chosen = kits.items.find(({ client_id: id }) => id === clientId);
  const apply = (kit: Kit | null) => kit && editor.change((design) => applyKit(design, kit));
  if (kits.error) return <ErrorState error={kits.error} onRetry={kits.retry} />;
  return (
    <>
      <Select
        label="Client"
        placeholder={kits.items.length === 0 && !kits.loading ? 'There is no client yet' : 'Choose a client'}
        data={kits.items.map((each) => ({ value: each.client_id, label: labelOf(each) }))}
        value={clientId}
        searchable
        // A choice puts its label into the field, which is not a search.
        onSearchChange={(typed) => setSearch(kits.items.some((each) => labelOf(each) === typed) ? '' : typed)}
        onChange={(value) => {
          setClientId(value);
          setEdits(false);
        }}
      />
      {chosen?.kit && (
        <>
          <Button onClick={() => apply(chosen.kit)}>Apply this brand</Button>
          <KitParts kit={chosen.kit} />
        </>
      )}
      {chosen && (
        <Button variant="subtle" onClick={() => setEdits(!edits)} aria-expanded={edits || chosen.kit === null}>
          {chosen.kit === null ? `Make a kit for ${chosen.client}` : 'Change this kit'}
        </Button>
      )}
      {chosen && edits && (
        <Suspense fallback={<Skeletons rows={4} kind="form" />}>
          <KitForm clientId={chosen.client_id} />
        </Suspense>
      )}
    </>
  );
}

/** A kit's colours for the selection, and its logo. */
function KitParts({ kit }: { kit: Kit }) {
  const { editor } = useEditor();
  const selected = useSelected();
  const addLogo = async (logo: string) => {
    const { width, height } = await loadImage(logo);
    const { design } = editor.state().history;
    const image = newImage(newId(), design, { source: logo, size: { width, height }, name: 'Logo' });
    const scale = Math.min(1, design.width / 4 / image.width, design.height / 6 / image.height);
    const box = { width: image.width * scale, height: image.height * scale };
    add(editor, [{ ...image, ...box, crop: cropToFill({ width, height }, box), roles: { content: 'logo' } }]);
  };
  return (
    <>
      <div className={styles.swatches} role="group" aria-label="Colors of the kit">
        {colourRoles.map((role) => (
          <button
            key={role}
            type="button"
            className={styles.swatch}
            style={{ background: kit.colours[role] }}
            aria-label={`${role}: ${kit.colours[role]}`}
            title={selected.length === 0 ? 'Select a layer to color it' : role}
            disabled={selected.length === 0}
            onClick={() => {
              const colour = kit.colours[role];
              changeSelected(editor, (layer) => {
                if (layer.kind === 'text' || layer.kind === 'sign')
                  return { ...layer, colour, roles: { ...layer.roles, colour: role } };
                if (layer.kind === 'shape') return { ...layer, fill: colour, roles: { ...layer.roles, fill: role } };
                return layer;
              });
            }}
          />
        ))}
      </div>
      <p className={editorStyles.standing}>
        {kit.fonts.heading} and {kit.fonts.body}
      </p>
      {kit.logo !== null && (
        <button
          type="button"
          className={styles.logo}
          onClick={() => kit.logo !== null && void addLogo(kit.logo).catch(() => {})}
        >
          <img src={kit.logo} alt="Add the logo" />
        </button>
      )}
    </>
  );
}
