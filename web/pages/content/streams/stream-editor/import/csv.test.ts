import assert from 'node:assert/strict';
import { test } from 'vitest';
import { columnNames, decoded, guessedColumns, leftOut, tableOf, textsOf, type Columns } from './csv.ts';

const words = 'Title;Text\r\nGrüße;"Brot; frisch ""heute"""\r\n';
const utf16 = (text: string, { isBig = false, mark = true } = {}): Uint8Array => {
  const bytes = Buffer.from((mark ? '\ufeff' : '') + text, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
};

for (const [name, bytes] of [
  ['UTF-8', Buffer.from(words)],
  ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${words}`)],
  ['UTF-16 with the low byte first', utf16(words)],
  ['UTF-16 with the high byte first', utf16(words, { isBig: true })],
  ['UTF-16 without a mark, low byte first', utf16(words, { mark: false })],
  ['UTF-16 without a mark, high byte first', utf16(words, { isBig: true, mark: false })],
  ['Windows-1252', Buffer.from(words, 'latin1')],
] as const)
  test(`a CSV file in ${name} is read`, () => {
    const table = tableOf(decoded(bytes));
    assert.deepEqual(table.rows, [
      ['Title', 'Text'],
      ['Grüße', 'Brot; frisch "heute"'],
    ]);
    assert.equal(table.separator, ';');
  });

for (const separator of [',', ';', '\t', '|'])
  test(`the separator ${JSON.stringify(separator)} is detected`, () => {
    const table = tableOf(['Heading', 'Body', 'Else'].join(separator) + '\n' + ['A', 'B', 'C'].join(separator));
    assert.equal(table.separator, separator);
    assert.deepEqual(guessedColumns(table), { title: 0, text: 1, hasNames: true, isHtml: false });
  });

test('without column names, the first of several columns is the title, and a single column is the text', () => {
  assert.deepEqual(guessedColumns(tableOf('Rye,Dark and sour\nOat,Soft')), {
    title: 0,
    text: 1,
    hasNames: false,
    isHtml: false,
  });
  assert.deepEqual(guessedColumns(tableOf('Dark and sour\nSoft')), {
    title: null,
    text: 0,
    hasNames: false,
    isHtml: false,
  });
  assert.deepEqual(columnNames(tableOf('Rye,Dark\nOat,Soft'), false), ['Column 1', 'Column 2']);
});

test('sentences with as many commas each are one text per row, and a table with names stays one', () => {
  const sentences = 'Warm rye, straight from the oven.\nCome early, we bake once.\nSay hello, get a bun.\n';
  assert.deepEqual(
    tableOf(sentences).rows.map(({ length }) => length),
    [1, 1, 1],
  );
  assert.equal(tableOf('Title, Text\nRye, Sour\nOat, Soft').separator, ',');
  assert.equal(tableOf('Rye,"Sour, dark"\nOat,"Soft, light"').separator, ',');
});

test('columns that are not imported are named, unless they are empty', () => {
  const table = tableOf('Date,Time,Title,Text,Note\n2027-01-04,09:00,Rye,Sour,\n2027-01-05,10:00,Oat,Soft,\n');
  assert.deepEqual(leftOut(table, guessedColumns(table)), ['Date', 'Time']);
  const unnamed = tableOf('Rye,Sour,x\nOat,Soft,y');
  assert.deepEqual(leftOut(unnamed, guessedColumns(unnamed)), ['Column 3']);
});

const columns: Columns = { title: 0, text: 1, hasNames: true, isHtml: false };

test('a row that cannot become an item is reported by its number, and the others are imported', () => {
  const table = tableOf(`title,text\nRye,Sour\nOat,\n${'x'.repeat(301)},Long\nSpelt,Nutty`);
  const { texts, problems } = textsOf(table, { columns, formatted: false });
  assert.deepEqual(texts, [
    { row: 2, title: 'Rye', value: 'Sour' },
    { row: 5, title: 'Spelt', value: 'Nutty' },
  ]);
  assert.deepEqual(problems, [
    { row: 3, message: 'The text is empty' },
    { row: 4, message: 'The title has more than 300 characters' },
  ]);
});

test('rows are numbered as in the file, including empty ones between them', () => {
  const table = tableOf('\ntitle,text\n\n , \nRye,Sour\n,\nOat,\n');
  const { texts, problems } = textsOf(table, { columns, formatted: false });
  assert.deepEqual(
    [texts.map(({ row, title }) => [row, title]), problems],
    [[[5, 'Rye']], [{ row: 7, message: 'The text is empty' }]],
  );
});

test('the line in which a spreadsheet names its separator is not a row', () => {
  for (const end of ['\n', '\r\n']) {
    const table = tableOf(['sep=;', 'Title;Text', 'Rye, dark;Sour', 'Oat;'].join(end));
    assert.deepEqual([table.separator, table.rows.length], [';', 3]);
    const { texts, problems } = textsOf(table, { columns, formatted: false });
    assert.deepEqual(texts, [{ row: 3, title: 'Rye, dark', value: 'Sour' }]);
    assert.deepEqual(problems, [{ row: 4, message: 'The text is empty' }]);
  }
});

test('texts that contain commas stay whole, and a table is recognised even if its rows lack cells', () => {
  const list = 'Dark, sour bread\nSoft\nNutty, good and cheap, all week\nFresh on Sunday';
  const whole = tableOf(list);
  assert.equal(whole.separator, '');
  const { texts } = textsOf(whole, { columns: guessedColumns(whole), formatted: false });
  assert.deepEqual(
    texts.map(({ title, value }) => [title, value]),
    list.split('\n').map((text) => ['', text]),
  );
  assert.equal(tableOf('title,text\nRye\nOat,Soft,more\nSpelt,a,b,c').separator, ',');
  assert.equal(tableOf(list, ',').separator, ',', 'a person may choose otherwise');
  assert.deepEqual(tableOf('Rye,Sour\nOat,Soft', '').rows, [['Rye,Sour'], ['Oat,Soft']]);
});

test('a quotation mark that is not closed is a problem of its row', () => {
  const { problems } = textsOf(tableOf('title,text\nRye,Sour\nOat,"Soft'), { columns, formatted: false });
  assert.deepEqual(problems, [{ row: 3, message: 'A quotation mark is not closed' }]);
});

test('text that looks like a formula stays text, and plain text becomes paragraphs', () => {
  const table = tableOf('title,text\n=1+1,"=HYPERLINK(""https://x.test"",""<b>"")"');
  const plain = textsOf(table, { columns, formatted: false }).texts;
  assert.deepEqual(plain, [{ row: 2, title: '=1+1', value: '=HYPERLINK("https://x.test","<b>")' }]);
  const [formatted] = textsOf(table, { columns, formatted: true }).texts;
  assert.equal(formatted?.value, '<p>=HYPERLINK(&quot;https://x.test&quot;,&quot;&lt;b&gt;&quot;)</p>');
});

test('a CSV file of a thousand rows is read', () => {
  const rows = Array.from({ length: 1000 }, (_none, index) => `Tip ${index},"Words, ${index}"`);
  const { texts, problems } = textsOf(tableOf(['title,text', ...rows].join('\r\n')), { columns, formatted: false });
  assert.deepEqual([texts.length, problems.length], [1000, 0]);
});
