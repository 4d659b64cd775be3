import type { TextStyle } from './project.ts';

/** The style that a text requires of its typeface. */
export type FaceWish = Pick<TextStyle, 'font' | 'bold' | 'italic'>;

/** Names a face of a family, so that texts in equal faces share their files: `('Inter', bold) -> 'Inter bold'`. */
export const faceKey = ({ font, bold, italic }: FaceWish): string =>
  `${font}${bold ? ' bold' : ''}${italic ? ' italic' : ''}`;
