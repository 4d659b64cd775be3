import type { NetworkId } from '#rules/eligibility.ts';

/**
 * What reading an account back can prove about one kind of post whose answer was lost: what proves that the post is
 * there (`present`), and that it is not (`absent`); null if no answer of the network can prove it. Everything else is
 * undecided, as is every refused request. `scopes` are the account's permissions that reading needs, `source` the
 * vendor's page with the day read.
 */
export type ReadBack = { sent: string; present: string | null; absent: string | null; scopes: string; source: string };

/**
 * The answers that each network's `find` may give: 'found' only with the proof in `present`, 'absent' only with that in
 * `absent`, since 'absent' causes one more send. A network without a row cannot list its posts, so it has no `find`: a
 * lost answer there becomes a question to the person.
 */
export const readBack: Readonly<Record<NetworkId, readonly ReadBack[]>> = {
  reddit: [
    {
      sent: 'text',
      scopes: 'history',
      source: 'reddit.com/dev/api#GET_user_{username}_submitted, 2026-11-21',
      present:
        'The account’s newest 25 submissions have one of the same title in the same place, made since the attempt.',
      absent: 'The list reaches back before the attempt, and half a minute has passed.',
    },
    {
      sent: 'picture or video',
      scopes: 'history',
      source: 'reddit.com/dev/api#GET_user_{username}_submitted, 2026-11-21',
      // Reddit lists such a post once it has processed the file, and states no time limit for that.
      present: 'As for a text.',
      absent: null,
    },
  ],
  vimeo: [
    {
      sent: 'video',
      scopes: 'private',
      source: 'developer.vimeo.com/api/upload/videos, "Resumable approach", 2026-11-21',
      present: 'All bytes of the attempt’s own video have come (upload.status is complete).',
      absent:
        'Its upload still waits for bytes, or has failed; the next try goes on with it, so that no second video can ' +
        'come of it.',
    },
  ],
  // Facebook's list of a page's posts is a ranked selection that may omit any of them, so nothing proves an absence.
  facebook: [
    {
      sent: 'text',
      scopes: 'pages_read_engagement',
      source: 'developers.facebook.com/docs/graph-api/reference/page/feed, 2026-11-27',
      present: 'A post of the page since the attempt has the same words.',
      absent: null,
    },
    {
      sent: 'picture with words',
      scopes: 'pages_read_engagement',
      source: 'developers.facebook.com/docs/graph-api/reference/page/feed, 2026-11-27',
      present:
        'A post of the page since the attempt shows the stored photo, or has the same words and names no other photo.',
      absent: null,
    },
    {
      sent: 'picture without words',
      scopes: 'pages_read_engagement',
      source: 'developers.facebook.com/docs/graph-api/reference/page/feed, 2026-11-27',
      present: 'A post of the page since the attempt shows the stored photo.',
      absent: null,
    },
    {
      sent: 'video with words',
      scopes: 'pages_read_engagement',
      source: 'developers.facebook.com/docs/graph-api/reference/page/videos, 2026-11-21',
      present: 'A post of the page since the attempt has the same words.',
      absent: null,
    },
    {
      sent: 'video without words',
      scopes: 'pages_read_engagement',
      source: 'developers.facebook.com/docs/graph-api/reference/page/videos, 2026-11-21',
      present: null,
      absent: null,
    },
  ],
  // A bot gets no updates of its own messages, and no method of the Bot API lists them: core.telegram.org/bots/api
  // (10.1), 2026-11-21.
  telegram: [],
  twitter: [
    {
      sent: 'anything',
      scopes: 'tweet.read users.read',
      source: 'docs.x.com/x-api/posts/user-posts-timeline-by-user-id, 2026-08-22',
      present: 'One of the account’s ten newest posts since the attempt has the same text, or shows the very file.',
      absent: 'The list of the posts since the attempt goes on nowhere, and twenty seconds have passed.',
    },
  ],
  youtube: [
    {
      sent: 'video',
      scopes: 'youtube.upload',
      source: 'developers.google.com/youtube/v3/guides/using_resumable_upload_protocol, 2026-11-21',
      present: 'The attempt’s own upload session answers with the video.',
      absent: 'The session lacks bytes; the next try goes on with it, so that no second video can come of it.',
    },
    {
      sent: 'video of a forgotten session',
      scopes: 'youtube.readonly',
      source: 'developers.google.com/youtube/v3/docs/playlistItems/list, 2026-11-21',
      present: 'The channel’s 50 newest uploads have one of the same title, made since the attempt.',
      absent: null,
    },
  ],
  // A member's posts can be read with r_member_social alone, which LinkedIn no longer grants; its refusal of a
  // duplicate is not a check but a second send:
  // learn.microsoft.com/linkedin/marketing/community-management/shares/posts-api, "Permissions", 2026-08.
  linkedin: [],
  wordpress: [
    {
      sent: 'anything',
      scopes: 'edit_posts',
      source: 'developer.wordpress.org/rest-api/reference/posts, 2026-11-21',
      present: 'The attempt’s own post is published.',
      absent:
        'It is still a draft; publishing it once more is the same for its id, so that no second post can come of it.',
    },
  ],
  // The API can neither list nor read posts: github.com/Medium/medium-api-docs, archived, 2026-11-21.
  medium: [],
};
