/** The base URLs of each network, without a trailing slash: for programs below `url`, for people below `publicUrl`. */
export type NetworkAddresses = ReturnType<typeof networkAddresses>;

/** The addresses of a sandbox that listens at `url` and that people reach at `publicUrl`. */
export function networkAddresses({ url, publicUrl }: { url: string; publicUrl: string }) {
  return {
    telegramApiUrl: `${url}/telegram`,
    telegramWebUrl: `${publicUrl}/t.me`,
    mediumApiUrl: `${url}/medium`,
    facebookGraphUrl: `${url}/facebook`,
    facebookVideoUrl: `${url}/facebook-video`,
    facebookAuthUrl: `${publicUrl}/facebook.com`,
    youtubeApiUrl: `${url}/googleapis/youtube/v3`,
    youtubeUploadUrl: `${url}/googleapis/upload/youtube/v3`,
    youtubeWebUrl: `${publicUrl}/youtube.com`,
    googleAuthUrl: `${publicUrl}/google/o/oauth2/v2/auth`,
    googleTokenUrl: `${url}/google/token`,
    redditApiUrl: `${url}/reddit/oauth`,
    redditTokenUrl: `${url}/reddit/www`,
    redditAuthUrl: `${publicUrl}/reddit/www`,
    vimeoApiUrl: `${url}/vimeo`,
    vimeoAuthUrl: `${publicUrl}/vimeo`,
    twitterApiUrl: `${url}/twitter`,
    twitterAuthUrl: `${publicUrl}/twitter`,
    linkedinApiUrl: `${url}/linkedin`,
    linkedinTokenUrl: `${url}/linkedin`,
    linkedinAuthUrl: `${publicUrl}/linkedin`,
    stripeApiUrl: `${url}/stripe`,
  };
}
