/** The styles of the Word documents: calm, in one typeface, with room to write. */
import { xmlHead } from './xml.ts';

/** The namespace of WordprocessingML, as an attribute. */
export const wordSpace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

type Style = { name: string; size: number; before?: number; after: number; more?: string; paragraph?: string };

const colour = '1F2A44';
/** Sizes in half points, distances in twentieths of a point. */
const styles: Readonly<Record<string, Style>> = {
  Title: { name: 'Title', size: 44, after: 240, more: `<w:b/><w:color w:val="${colour}"/>` },
  Heading1: heading('heading 1', 32, 360, 0),
  Heading2: heading('heading 2', 26, 300, 1),
  Heading3: heading('heading 3', 23, 240, 2),
  ListParagraph: { name: 'List Paragraph', size: 22, after: 60 },
  Quote: {
    name: 'Quote',
    size: 22,
    after: 120,
    more: '<w:i/><w:color w:val="404A60"/>',
    paragraph:
      '<w:pBdr><w:left w:val="single" w:sz="18" w:space="10" w:color="8FA3C8"/></w:pBdr>' +
      '<w:ind w:left="360" w:right="360"/>',
  },
  Code: {
    name: 'Code',
    size: 20,
    after: 0,
    more: '<w:rFonts w:ascii="Consolas" w:hAnsi="Consolas" w:cs="Consolas"/>',
    paragraph: '<w:shd w:val="clear" w:color="auto" w:fill="F2F4F8"/>',
  },
  Cell: { name: 'Cell', size: 20, before: 40, after: 40 },
};

function heading(name: string, size: number, before: number, level: number): Style {
  return {
    name,
    size,
    before,
    after: 100,
    more: `<w:b/><w:color w:val="${colour}"/>`,
    paragraph: `<w:keepNext/><w:outlineLvl w:val="${level}"/>`,
  };
}

/** In the schema, `keepNext` precedes the distances; our other elements follow them. */
function styleXml([id, { name, size, before = 0, after, more = '', paragraph = '' }]: [string, Style]): string {
  const keep = paragraph.includes('<w:keepNext/>') ? '<w:keepNext/>' : '';
  const border = /<w:pBdr>.*<\/w:pBdr>/.exec(paragraph)?.[0] ?? '';
  const shade = /<w:shd [^>]*>/.exec(paragraph)?.[0] ?? '';
  const rest = paragraph.replace('<w:keepNext/>', '').replace(border, '').replace(shade, '');
  const spacing = `<w:spacing w:before="${before}" w:after="${after}" w:line="276" w:lineRule="auto"/>`;
  return (
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/>` +
    `<w:next w:val="Normal"/><w:qFormat/><w:pPr>${keep}${border}${shade}${spacing}${rest}</w:pPr>` +
    `<w:rPr>${more}<w:sz w:val="${size}"/></w:rPr></w:style>`
  );
}

/** word/styles.xml. */
export const stylesXml =
  `${xmlHead}<w:styles ${wordSpace}><w:docDefaults><w:rPrDefault><w:rPr>` +
  '<w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Calibri" w:eastAsia="Calibri"/><w:sz w:val="22"/>' +
  '<w:lang w:val="en-US"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr>' +
  '<w:spacing w:after="140" w:line="276" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>' +
  '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>' +
  `${Object.entries(styles).map(styleXml).join('')}` +
  '<w:style w:type="table" w:styleId="Grid"><w:name w:val="Table Grid"/><w:tblPr><w:tblBorders>' +
  ['top', 'left', 'bottom', 'right', 'insideH', 'insideV']
    .map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="B8C1D4"/>`)
    .join('') +
  '</w:tblBorders><w:tblCellMar><w:left w:w="110" w:type="dxa"/><w:right w:w="110" w:type="dxa"/></w:tblCellMar>' +
  '</w:tblPr></w:style></w:styles>';
