/** Messages about videos, and about videos of YouTube that are copied. */
export const videoMessages = {
  videoSaved: 'Video saved successfully',
  streamWithoutSlides: 'This stream has nothing to make a video of yet. Please add content first.',
  renderBegun: 'Your video is being made. You can follow it in My Contents.',
  renderStopped: 'Rendering cancelled',
  fetchingClips: 'Fetching clips',
  renderFailed: 'The video could not be made. Please try again.',
  videoDeleted: 'Video deleted successfully',
  videoRenders: 'This video is being made at the moment. Please wait until it is complete, or cancel it.',
  projectTooLarge: 'This video is too large to be saved. Please take out some of its slides.',
  notYoutube: 'Please use the address of a video on YouTube',
  youtubeCopied: 'Video added to the media library',
  youtubeGone: 'YouTube does not show this video any more',
  youtubeNotFree: 'Only videos under a Creative Commons licence may be copied. This one opens on YouTube.',
  youtubeNoDownloader: 'Copying videos of YouTube is not set up. The operator of this site can turn it on.',
  youtubeNotCopied: 'This video could not be copied. Please open it on YouTube.',
  youtubeOff: 'YouTube is not configured. The operator of this site can turn it on.',
} as const;
