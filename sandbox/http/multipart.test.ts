import assert from 'node:assert/strict';
import { test } from 'vitest';
import { parseMultipart } from './multipart.ts';

const body = (text: string) => Buffer.from(text.replaceAll('\n', '\r\n'));

test('fields and files are separated, and boundaries inside data do not count', () => {
  const parts = parseMultipart(
    body(
      '--X\nContent-Disposition: form-data; name="a"\n\n1--X\n--X\nContent-Disposition: form-data; name="f"; ' +
        'filename="p.png"\nContent-Type: image/png\n\n\0\n\n2\n--X--\n',
    ),
    'multipart/form-data; boundary=X',
  );
  assert.deepEqual(
    parts?.map(({ name, filename, type, data }) => [name, filename, type, data.toString()]),
    [
      ['a', undefined, 'text/plain', '1--X'],
      ['f', 'p.png', 'image/png', '\0\r\n\r\n2'],
    ],
  );
});

for (const [name, type, text] of [
  ['no boundary', 'multipart/form-data', '--X--'],
  ['another boundary', 'multipart/form-data; boundary=Y', '--X--'],
  ['a part without an end', 'multipart/form-data; boundary=X', '--X\nContent-Disposition: form-data; name="a"\n\n1'],
] as const) {
  test(`${name} is malformed`, () => assert.equal(parseMultipart(body(text), type), undefined));
}
