/** Shared by the formats of office documents: XML with its characters escaped, and the parts that every package has. */
import { withoutControls } from '#rules/visible.ts';
import type { Entry } from './archive.ts';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text escaped for an element or an attribute, without the characters that XML forbids. */
export const escaped = (text: string): string =>
  withoutControls(text)
    .replace(/[\ufffe\uffff]/g, '')
    .replace(/[&<>"]/g, (character) => entities[character] ?? character);

/** The head of an XML part. */
export const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** A relation of a part to another one, or to an address outside the package. */
export type Relation = Readonly<{ id: string; kind: string; target: string; isOutside?: boolean }>;

const relationKinds = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** The part that lists relations. `kind` is the last word of the kind's address, or the whole address. */
export const relationsPart = (name: string, relations: readonly Relation[]): Entry => ({
  name,
  bytes: `${xmlHead}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations
    .map(
      ({ id, kind, target, isOutside }) =>
        `<Relationship Id="${id}" Type="${kind.includes('/') ? kind : `${relationKinds}/${kind}`}" ` +
        `Target="${escaped(target)}"${isOutside === true ? ' TargetMode="External"' : ''}/>`,
    )
    .join('')}</Relationships>`,
});

/** The part that declares the content type of every other part. */
export const contentTypesPart = (parts: Readonly<Record<string, string>>): Entry => ({
  name: '[Content_Types].xml',
  bytes:
    `${xmlHead}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    Object.entries({
      ...parts,
      '/docProps/core.xml': 'application/vnd.openxmlformats-package.core-properties+xml',
    })
      .map(([path, type]) => `<Override PartName="${path}" ContentType="${type}"/>`)
      .join('') +
    '</Types>',
});

/** The document's properties: its title, but no author or date, so that equal sources give equal bytes. */
export const corePart = (title: string): Entry => ({
  name: 'docProps/core.xml',
  bytes:
    `${xmlHead}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" ` +
    'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" ' +
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">' +
    `<dc:title>${escaped(title)}</dc:title><dc:language>en</dc:language></cp:coreProperties>`,
});

/** The root relations: the main part and the document's properties. */
export const rootRelations = (main: string): Entry =>
  relationsPart('_rels/.rels', [
    { id: 'rId1', kind: 'officeDocument', target: main },
    {
      id: 'rId2',
      kind: 'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties',
      target: 'docProps/core.xml',
    },
  ]);
