/** Telegram's base URL. Source: core.telegram.org/bots/api, "Making requests" (read 2026-11-21). */
export const telegramAddresses = {
  telegramApiUrl: 'https://api.telegram.org',
  telegramWebUrl: 'https://t.me',
} as const;
