import type { UploadType } from '#contract/content/library.ts';
import type { FileMedia } from '../../base/files/index.ts';

/** The limits of an upload into the library, by its purpose. */
export const purposeOfType = (type: UploadType): 'music' | 'streamVideo' | 'libraryImage' =>
  type === 'music' ? 'music' : type === 'video' ? 'streamVideo' : 'libraryImage';

/** A name that these limits accept: the content of an upload decides, not its name. */
export const nameOfPurpose = { music: 'sound.mp3', streamVideo: 'video.mp4', libraryImage: 'picture.png' } as const;

/** The media that an upload of this purpose must be. */
export const mediaOfType = (type: UploadType): FileMedia =>
  type === 'music' ? 'audio' : type === 'video' ? 'video' : 'image';
