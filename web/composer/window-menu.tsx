import { Menu, type MenuProps } from '@mantine/core';
import { useState } from 'react';
import { useEscape } from '../lib/use-escape.ts';

/** A menu in the window of a post: Escape closes the menu and leaves the window open. */
export function WindowMenu(props: MenuProps) {
  const [opened, setOpened] = useState(false);
  useEscape(opened, () => setOpened(false));
  return <Menu zIndex={320} opened={opened} onChange={setOpened} {...props} />;
}
