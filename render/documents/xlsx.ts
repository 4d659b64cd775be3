/** Workbooks (Office Open XML): sheets of rows under a fixed head with filters. */
import { archiveBytes, type Entry } from './archive.ts';
import { contentTypesPart, corePart, escaped, relationsPart, rootRelations, xmlHead } from './xml.ts';

/** A cell: a text, or a day ("2026-04-05"), which is a date for the program that opens it. */
export type Cell = string | Readonly<{ day: string }>;

/** A sheet; widths are in characters. */
export type WorkSheet = Readonly<{
  name: string;
  columns: readonly Readonly<{ title: string; width: number }>[];
  rows: readonly (readonly Cell[])[];
}>;

const space = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

/** The bytes of a workbook. */
export async function xlsxOf({ title, sheets }: { title: string; sheets: readonly WorkSheet[] }): Promise<Buffer> {
  const excel = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const paths = sheets.map((_, index) => `worksheets/sheet${index + 1}.xml`);
  return archiveBytes([
    contentTypesPart({
      '/xl/workbook.xml': `${excel}.sheet.main+xml`,
      '/xl/styles.xml': `${excel}.styles+xml`,
      ...Object.fromEntries(paths.map((path) => [`/xl/${path}`, `${excel}.worksheet+xml`])),
    }),
    rootRelations('xl/workbook.xml'),
    corePart(title),
    { name: 'xl/workbook.xml', bytes: workbookXml(sheets) },
    relationsPart('xl/_rels/workbook.xml.rels', [
      ...paths.map((target, index) => ({ id: `rId${index + 1}`, kind: 'worksheet', target })),
      { id: 'styles', kind: 'styles', target: 'styles.xml' },
    ]),
    { name: 'xl/styles.xml', bytes: stylesXml },
    ...sheets.map((sheet, index): Entry => ({ name: `xl/${paths[index]}`, bytes: sheetXml(sheet) })),
  ]);
}

const workbookXml = (sheets: readonly WorkSheet[]): string =>
  `${xmlHead}<workbook ${space} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">` +
  '<sheets>' +
  sheets
    .map(({ name }, index) => `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
    .join('') +
  '</sheets><definedNames>' +
  sheets.map(namesXml).join('') +
  '</definedNames></workbook>';

/** The range to filter, and the head, which is printed on every page. */
function namesXml({ name, columns, rows }: WorkSheet, index: number): string {
  const sheet = `'${escaped(name)}'`;
  const filtered = `${sheet}!$A$1:$${letter(columns.length - 1)}$${rows.length + 1}`;
  return (
    `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">${filtered}</definedName>` +
    `<definedName name="_xlnm.Print_Titles" localSheetId="${index}">${sheet}!$1:$1</definedName>`
  );
}

/** Styles by number: 0 text, wrapped at the top; 1 the head; 2 a day as "05 Apr 2026". */
const stylesXml =
  `${xmlHead}<styleSheet ${space}><numFmts count="1">` +
  '<numFmt numFmtId="164" formatCode="ddd\\ dd\\ mmm\\ yyyy"/></numFmts>' +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>' +
  '<font><b/><sz val="11"/><color rgb="FFFFFFFF"/><name val="Calibri"/></font></fonts>' +
  '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>' +
  '<fill><patternFill patternType="solid"><fgColor rgb="FF1F2A44"/></patternFill></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3">' +
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" applyAlignment="1">' +
  '<alignment vertical="top" wrapText="1"/></xf>' +
  '<xf numFmtId="0" fontId="1" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1"/>' +
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1">' +
  '<alignment horizontal="left" vertical="top"/></xf></cellXfs></styleSheet>';

function sheetXml({ columns, rows }: WorkSheet): string {
  const widths = columns
    .map(({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`)
    .join('');
  const head = columns.map(({ title }, column) => textCell(title, { at: `${letter(column)}1`, look: 1 })).join('');
  const body = rows
    .map((row, index) => {
      const cells = row.map((cell, column) => cellXml(cell, `${letter(column)}${index + 2}`)).join('');
      return `<row r="${index + 2}">${cells}</row>`;
    })
    .join('');
  return (
    `${xmlHead}<worksheet ${space}><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>` +
    '<sheetViews><sheetView workbookViewId="0">' +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols>${widths}</cols><sheetData><row r="1">${head}</row>${body}</sheetData>` +
    `<autoFilter ref="A1:${letter(columns.length - 1)}${rows.length + 1}"/>` +
    '<pageSetup orientation="landscape" fitToWidth="1" fitToHeight="0"/></worksheet>'
  );
}

const letter = (column: number): string => String.fromCharCode(65 + column);

const cellXml = (cell: Cell, at: string): string =>
  typeof cell === 'string' ? textCell(cell, { at, look: 0 }) : `<c r="${at}" s="2"><v>${dayNumber(cell.day)}</v></c>`;

const textCell = (text: string, { at, look }: { at: string; look: number }): string =>
  `<c r="${at}" s="${look}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;

/** Days since 1899-12-30, which is how workbooks count. */
const dayNumber = (day: string): number => Math.round((Date.parse(day) - Date.UTC(1899, 11, 30)) / 86_400_000);
