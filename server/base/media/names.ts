import { randomBytes } from 'node:crypto';

/** An unguessable name (160 random bits) for a stored file; extension without the dot. */
export const newFileName = (extension: string): string => `${randomBytes(20).toString('hex')}.${extension}`;
