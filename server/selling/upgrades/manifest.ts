/** The content of the Upgrades page: shipped material, and what the operator's folder adds, replaces and withdraws. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import shippedManifest from '#catalog/upgrades/manifest.json' with { type: 'json' };
import { may, permissions, type Person } from '#rules/permissions.ts';
import { plans, plansOf } from '#rules/plans.ts';

/**
 * The forms that can be made of a source; `file` offers the source itself. A `video stream` is installed, not
 * downloaded: each video of its folder becomes an item of a content stream.
 */
export const makings = [
  'docx',
  'xlsx',
  'pdf',
  'docx and pdf',
  'zip of docx',
  'zip of pdf',
  'zip of mp4',
  'mp4',
  'video stream',
  'zip of png',
  'import file',
  'website theme',
  'file',
] as const;

const name = z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'a name has small letters, digits and single dashes');
const source = z
  .string()
  .min(1)
  .refine((path) => !path.startsWith('/') && !normalize(path).split(sep).includes('..'), 'a source lies in the folder');
const material = z.object({ id: name, title: z.string().min(1), source, makes: z.enum(makings) });
const panel = z.object({
  name,
  text: z.string(),
  title: z.string(),
  kind: z.enum(['downloads', 'ticket', 'page', 'operator']),
  menu: z.boolean(),
  /** The permission of the page to which it leads; the plans of the others are in `plans`. */
  permission: z.enum(permissions).optional(),
  plans: z.array(z.enum(plans)),
  materials: z.array(material),
});
const shippedShape = z.object({ panels: z.array(panel) });
/** The operator's file has the same shape, but a panel needs only its name and materials. */
const ownShape = z.object({
  panels: z.array(panel.pick({ name: true, materials: true })).default([]),
  withdrawn: z.array(name).default([]),
});

/** A material of a panel; `folder` is where its source lies. */
export type Material = Readonly<z.output<typeof material> & { folder: string }>;
/** A panel of the page. */
export type Panel = Readonly<Omit<z.output<typeof panel>, 'materials'> & { materials: readonly Material[] }>;

/** The folder of shipped material. */
const shippedFolder = fileURLToPath(new URL('../../../catalog/upgrades', import.meta.url));

/** The operator's folder within the data directory. */
export const ownFolder = (dataDir: string): string => join(dataDir, 'upgrades');

const shipped = shippedShape.parse(shippedManifest).panels.map((each): Panel => {
  return { ...each, materials: each.materials.map((one) => ({ ...one, folder: shippedFolder })) };
});

/** A manifest of the operator that cannot be used; the message says why. */
export class ManifestError extends Error {}

/**
 * The panels with their materials; a material of the operator replaces the shipped one with the same id. Throws a
 * ManifestError.
 */
export function readPanels(dataDir: string): readonly Panel[] {
  const folder = ownFolder(dataDir);
  const path = join(folder, 'manifest.json');
  if (!existsSync(path)) return shipped;
  const own = ownOf(path);
  const added = own.panels.flatMap((each) => each.materials.map((one) => ({ panel: each.name, ...one, folder })));
  for (const each of added) {
    if (!shipped.some((known) => known.name === each.panel)) throw new ManifestError(`there is no panel ${each.panel}`);
    if (!existsSync(join(folder, each.source))) throw new ManifestError(`there is no file ${each.source}`);
  }
  const covered = new Set([...own.withdrawn, ...added.map(({ id }) => id)]);
  return shipped.map((each) => ({
    ...each,
    materials: [
      ...each.materials.flatMap((one) => {
        const replaced = added.find(({ id, panel: where }) => id === one.id && where === each.name);
        if (replaced !== undefined) return [replaced];
        return covered.has(one.id) ? [] : [one];
      }),
      ...added.filter(({ id, panel: where }) => where === each.name && !each.materials.some((one) => one.id === id)),
    ],
  }));
}

function ownOf(path: string): z.output<typeof ownShape> {
  try {
    return ownShape.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    if (error instanceof z.ZodError) throw new ManifestError(`manifest.json: ${z.prettifyError(error)}`);
    throw new ManifestError(`manifest.json is no JSON: ${error instanceof Error ? error.message : ''}`);
  }
}

const kept = new Map<string, { stamp: string; panels: readonly Panel[] }>();

/**
 * The current panels, read again whenever the operator's manifest changes. If it cannot be read, the last readable
 * panels stay.
 */
export function panelsOf(dataDir: string): readonly Panel[] {
  const path = join(ownFolder(dataDir), 'manifest.json');
  const stats = existsSync(path) ? statSync(path) : null;
  const stamp = `${stats?.mtimeMs} ${stats?.size}`;
  const before = kept.get(dataDir);
  if (before?.stamp === stamp) return before.panels;
  let panels = before?.panels ?? shipped;
  try {
    panels = readPanels(dataDir);
  } catch (error) {
    // `npm run admin -- list-materials` says what is wrong; the page must keep working.
    if (!(error instanceof ManifestError)) throw error;
  }
  kept.set(dataDir, { stamp, panels });
  return panels;
}

/** The panel of the content streams that can be installed. */
export const premadePanel = 'premade-streams';

/** The panels that are open to a person: by plan, and those that lead to a page by its permission. */
export function openTo({ config }: { config: { dataDir: string } }, person: Person): Panel[] {
  const held = plansOf(person.membership);
  return panelsOf(config.dataDir).filter(
    ({ permission, plans: needed }) =>
      (permission === undefined || may(person, permission)) &&
      (needed.length === 0 || needed.some((plan) => held.includes(plan))),
  );
}
