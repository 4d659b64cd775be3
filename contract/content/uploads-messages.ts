/** Messages about uploads, whole and in pieces, and about replacing files. */
export const uploadMessages = {
  uploaded: 'Uploaded Successfully',
  invalidFileType: 'You have Selected Invalid File Type',
  imageTooLarge: 'Max allowed size 5MB',
  quotaReached: 'Your agency has used up its space. Please delete files and texts you no longer need.',
  uploadsTooMany: 'Too many files are being uploaded at the moment. Please try again in a moment.',
  tookTooLong: 'This took too long, because a lot is being done at this moment. Please try again in a minute.',
  streamFileTooLarge: 'Max Uploaded Size for Image 5MB, Video 20MB',
  // The space at the end is part of the text.
  invalidMusicType: 'You have Selected Invalid File Type ',
  musicTooLarge: 'Max Uploaded Size for music 10MB',
  replaceKind: 'Please choose another file of the same kind',
  replaced: 'Replaced everywhere',
  replacedBack: 'The previous file is back',
  uploadsOpen: 'Too many uploads are unfinished. Please finish or remove some of them first.',
  uploadGone: 'The part of this file that had arrived is not kept any more. Please upload it again.',
  uploadNotWhole: 'Parts of this file are still missing. Please try again.',
  uploadOther: 'This file did not arrive as it was sent. Please upload it again.',
  uploadDropped: 'Upload removed',
  pieceWrong: 'This part is not as long as it should be. Please upload the file again.',
} as const;
