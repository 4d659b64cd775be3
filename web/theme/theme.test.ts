import assert from 'node:assert/strict';
import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core';
import { test } from 'vitest';
import { contrast } from './colors.ts';
import { themeOf, variablesOf } from './theme.ts';

const brand = { name: 'Brand', logo: null, color: { first: '#9461fc', second: '#EF1564' } };
const { light, dark } = variablesOf(brand)(mergeMantineTheme(DEFAULT_THEME, themeOf(brand)));

for (const [scheme, colors] of Object.entries({ light, dark })) {
  const values = new Map<string, string>(Object.entries(colors));
  const of = (name: string): string => values.get(name) ?? `no ${name}`;

  test(`an unselected radio button or checkbox stands out from cards and page, ${scheme}`, () => {
    for (const behind of ['--surface', '--mantine-color-body'])
      assert.ok(contrast(of('--control-line'), of(behind)) >= 3, behind);
  });
}

test('a disabled button is visible on a dark card, and its label is legible', () => {
  const background = dark['--mantine-color-disabled'] ?? '';
  assert.ok(contrast(background, dark['--surface'] ?? '') > 1.15);
  assert.ok(contrast(dark['--mantine-color-disabled-color'] ?? '', background) >= 3);
});
