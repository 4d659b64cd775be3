import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext, type LaunchOptions, type Page } from '@playwright/test';
import { packedBrowser } from './packed-browser.ts';

/** Flags that keep Chromium from calling home: everything it needs is on this machine. */
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** How to start Debian's chromium if it is installed, otherwise the one from npm. `CHROMIUM_PATH` overrides both. */
export async function browserOptions(): Promise<LaunchOptions> {
  const installed = [process.env['CHROMIUM_PATH'] ?? '', '/usr/bin/chromium'].find(
    (path) => path !== '' && existsSync(path),
  );
  if (installed !== undefined) return { executablePath: installed, args: quiet };
  // NOTE without the package's own flags: its --single-process makes two contexts share their storage.
  return { ...(await packedBrowser()), args: quiet };
}

/** Starts the browser of `browserOptions`. */
export const startBrowser = async (): Promise<Browser> => chromium.launch(await browserOptions());

/**
 * Whether dialogs, drawers and menus open with motion and blur the page behind them; `reduced` follows the person's
 * preference.
 */
export type Motion = 'full' | 'reduced';

/**
 * Without a graphics card, opening and closing a dialog takes 0.5 s of processor time with motion and blur, 0.33 s
 * without motion, and 0.17 s without both.
 */
const withoutBlur = `{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { backdrop-filter: none !important; }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}`;

/** A page whose console errors, uncaught errors and failed requests are collected as `faults`. */
export type WatchedPage = { page: Page; context: BrowserContext; faults: string[] };

/** Opens a page in its own browser context. `expected` are the error statuses that a test provokes on purpose. */
export async function openPage(
  browser: Browser,
  options: {
    url: string;
    width?: number;
    height?: number;
    scheme?: 'light' | 'dark';
    /** The browser's time zone. */ zone?: string;
    motion?: Motion;
    expected?: readonly number[];
  },
): Promise<WatchedPage> {
  const motion = options.motion ?? 'full';
  const context = await browser.newContext({
    baseURL: options.url,
    viewport: { width: options.width ?? 1280, height: options.height ?? 900 },
    colorScheme: options.scheme ?? 'light',
    timezoneId: options.zone ?? 'Europe/Berlin',
    locale: 'en-GB',
    reducedMotion: motion === 'reduced' ? 'reduce' : 'no-preference',
  });
  if (motion === 'reduced') await context.addInitScript({ content: withoutBlur });
  const page = await context.newPage();
  const faults: string[] = [];
  const expected = options.expected ?? [];
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    // Chromium repeats every 4xx answer as a console error; the check of statuses below covers those.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      faults.push(`console: ${message.text()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400 && !expected.includes(response.status()))
      faults.push(`${response.status()} ${response.url()}`);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // A request that the page itself cancelled (navigation, a closed dialog) is not a fault.
    if (reason !== 'net::ERR_ABORTED') faults.push(`failed: ${request.url()} ${reason}`);
  });
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && hostname !== new URL(options.url).hostname)
      faults.push(`left the machine: ${request.url()}`);
  });
  return { page, context, faults };
}
