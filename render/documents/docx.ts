/** Word documents (Office Open XML) of blocks: to be opened, filled in and signed in any word processor. */
import { archiveBytes } from './archive.ts';
import { gapsIn, sharesOf, textOf, type Block, type Span } from './blocks.ts';
import { stylesXml, wordSpace } from './docx-styles.ts';
import { contentTypesPart, corePart, escaped, relationsPart, rootRelations, xmlHead, type Relation } from './xml.ts';

/** A4 less its margins, in twentieths of a point. */
const pageWidth = 11_906;
const margin = 1_247;
const columnWidth = pageWidth - 2 * margin;

/** A document being written: the lists and links that its other parts must declare. */
type Making = { lists: { isOrdered: boolean; start: number }[]; links: string[] };

/**
 * The bytes of a Word document. Its first heading of level 1 is the title; gaps (`{{client}}`) are marked in yellow,
 * for the owner to fill in.
 */
export async function docxOf({ title, blocks }: { title: string; blocks: readonly Block[] }): Promise<Buffer> {
  const making: Making = { lists: [], links: [] };
  // A person who fills in the gaps in the title would forget those in the footer.
  const [first] = blocks;
  const hasGaps = first?.kind === 'heading' && gapsIn(textOf(first.spans)).some(({ isGap }) => isGap);
  const body = blocks.map((block, index) => blockXml(block, { making, isFirst: index === 0 })).join('');
  const links = making.links.map((target, index): Relation => {
    return { id: `link${index}`, kind: 'hyperlink', target, isOutside: true };
  });
  const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
  return archiveBytes([
    contentTypesPart({
      '/word/document.xml': `${word}.document.main+xml`,
      '/word/styles.xml': `${word}.styles+xml`,
      '/word/numbering.xml': `${word}.numbering+xml`,
      '/word/footer1.xml': `${word}.footer+xml`,
    }),
    rootRelations('word/document.xml'),
    corePart(title),
    { name: 'word/document.xml', bytes: documentXml(body) },
    { name: 'word/styles.xml', bytes: stylesXml },
    { name: 'word/numbering.xml', bytes: numberingXml(making.lists) },
    { name: 'word/footer1.xml', bytes: footerXml(hasGaps ? '' : title) },
    relationsPart('word/_rels/document.xml.rels', [
      { id: 'rId1', kind: 'styles', target: 'styles.xml' },
      { id: 'rId2', kind: 'numbering', target: 'numbering.xml' },
      { id: 'rId3', kind: 'footer', target: 'footer1.xml' },
      ...links,
    ]),
  ]);
}

const documentXml = (body: string): string =>
  `${xmlHead}<w:document ${wordSpace} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">` +
  `<w:body>${body}<w:sectPr><w:footerReference w:type="default" r:id="rId3"/>` +
  `<w:pgSz w:w="${pageWidth}" w:h="16838"/><w:pgMar w:top="1247" w:right="${margin}" w:bottom="1247" ` +
  `w:left="${margin}" w:header="624" w:footer="624" w:gutter="0"/></w:sectPr></w:body></w:document>`;

const footerXml = (title: string): string => {
  const look = '<w:rPr><w:color w:val="707A90"/><w:sz w:val="17"/></w:rPr>';
  const field = (kind: string, text = ''): string =>
    `<w:r>${look}<w:fldChar w:fldCharType="${kind}"/></w:r>` +
    (text === '' ? '' : `<w:r>${look}<w:instrText>${text}</w:instrText></w:r>`);
  return (
    `${xmlHead}<w:ftr ${wordSpace}><w:p><w:pPr><w:tabs><w:tab w:val="right" w:pos="${columnWidth}"/></w:tabs></w:pPr>` +
    `<w:r>${look}<w:t xml:space="preserve">${escaped(title)}</w:t></w:r><w:r>${look}<w:tab/></w:r>` +
    `${field('begin', 'PAGE')}${field('end')}</w:p></w:ftr>`
  );
};

/**
 * Two abstract lists, bullets and numbers; each list of the document is its own instance, so that numbering restarts.
 */
function numberingXml(lists: Making['lists']): string {
  const level = (format: string, text: string): string =>
    `<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/>` +
    '<w:lvlJc w:val="left"/><w:pPr><w:ind w:left="560" w:hanging="460"/></w:pPr></w:lvl>';
  const list = ({ isOrdered, start }: Making['lists'][number], index: number): string =>
    `<w:num w:numId="${index + 1}"><w:abstractNumId w:val="${isOrdered ? 1 : 0}"/>` +
    `${isOrdered ? `<w:lvlOverride w:ilvl="0"><w:startOverride w:val="${start}"/></w:lvlOverride>` : ''}</w:num>`;
  return (
    `${xmlHead}<w:numbering ${wordSpace}>` +
    `<w:abstractNum w:abstractNumId="0">${level('bullet', '•')}</w:abstractNum>` +
    `<w:abstractNum w:abstractNumId="1">${level('decimal', '%1.')}</w:abstractNum>` +
    `${lists.map(list).join('')}</w:numbering>`
  );
}

const ruleXml =
  '<w:p><w:pPr><w:pBdr><w:bottom w:val="single" w:sz="6" w:space="1" w:color="B8C1D4"/></w:pBdr></w:pPr></w:p>';

function blockXml(block: Block, { making, isFirst }: { making: Making; isFirst: boolean }): string {
  switch (block.kind) {
    case 'heading':
      return paragraphXml(block.spans, making, {
        style: block.level === 1 && isFirst ? 'Title' : `Heading${block.level}`,
      });
    case 'text':
      return paragraphXml(block.spans, making);
    case 'quote':
      return block.paragraphs.map((spans) => paragraphXml(spans, making, { style: 'Quote' })).join('');
    case 'code':
      return block.lines.map((text) => paragraphXml([{ ...bare, text }], making, { style: 'Code' })).join('');
    case 'rule':
      return ruleXml;
    case 'list': {
      making.lists.push({ isOrdered: block.isOrdered, start: block.start });
      const numbering = `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="${making.lists.length}"/></w:numPr>`;
      return block.items.map((spans) => paragraphXml(spans, making, { style: 'ListParagraph', numbering })).join('');
    }
    case 'table':
      return tableXml(block, making);
    default:
      return block satisfies never;
  }
}

const bare: Omit<Span, 'text'> = { isBold: false, isItalic: false, link: null };

function paragraphXml(
  spans: readonly Span[],
  making: Making,
  { style, numbering = '' }: { style?: string; numbering?: string } = {},
): string {
  const look = style === undefined ? '' : `<w:pPr><w:pStyle w:val="${style}"/>${numbering}</w:pPr>`;
  return `<w:p>${look}${spans.map((span) => spanXml(span, making)).join('')}</w:p>`;
}

function spanXml(span: Span, making: Making): string {
  const runs = gapsIn(span.text)
    .flatMap(({ text, isGap }) => text.split('\n').map((line, index) => ({ line, isGap, isNext: index > 0 })))
    .map((run) => runXml(run, span))
    .join('');
  if (span.link === null || !/^https?:/.test(span.link)) return runs;
  making.links.push(span.link);
  return `<w:hyperlink r:id="link${making.links.length - 1}">${runs}</w:hyperlink>`;
}

function runXml({ line, isGap, isNext }: { line: string; isGap: boolean; isNext: boolean }, span: Span): string {
  const looks = [
    span.isBold ? '<w:b/>' : '',
    span.isItalic ? '<w:i/>' : '',
    span.link === null ? '' : '<w:color w:val="1D4ED8"/>',
    isGap ? '<w:highlight w:val="yellow"/>' : '',
    span.link === null ? '' : '<w:u w:val="single"/>',
  ].join('');
  return (
    `<w:r>${looks === '' ? '' : `<w:rPr>${looks}</w:rPr>`}${isNext ? '<w:br/>' : ''}` +
    `<w:t xml:space="preserve">${escaped(line)}</w:t></w:r>`
  );
}

/** Columns share the width by the longest words in them. */
function tableXml({ head, rows }: Extract<Block, { kind: 'table' }>, making: Making): string {
  const shares = sharesOf(head.map((cell, column) => [cell, ...rows.map((row) => row[column] ?? [])].map(textOf)));
  const widths = shares.map((share) => Math.floor(columnWidth * share));
  const cell = (spans: readonly Span[], column: number, isHead: boolean): string =>
    `<w:tc><w:tcPr><w:tcW w:w="${widths[column] ?? 0}" w:type="dxa"/>` +
    `${isHead ? '<w:shd w:val="clear" w:color="auto" w:fill="E8EDF7"/>' : ''}</w:tcPr>` +
    paragraphXml(isHead ? spans.map((span) => ({ ...span, isBold: true })) : spans, making, { style: 'Cell' }) +
    '</w:tc>';
  const row = (cells: readonly (readonly Span[])[], isHead: boolean): string =>
    `<w:tr><w:trPr><w:cantSplit/>${isHead ? '<w:tblHeader/>' : ''}</w:trPr>` +
    `${cells.map((spans, column) => cell(spans, column, isHead)).join('')}</w:tr>`;
  return (
    `<w:tbl><w:tblPr><w:tblStyle w:val="Grid"/><w:tblW w:w="${columnWidth}" w:type="dxa"/>` +
    '<w:tblLayout w:type="fixed"/>' +
    `</w:tblPr><w:tblGrid>${widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('')}</w:tblGrid>` +
    `${row(head, true)}${rows.map((cells) => row(cells, false)).join('')}</w:tbl><w:p/>`
  );
}
