import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';

/** Debian's Chromium; no browser is downloaded. */
export const chromiumPath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Pages and processes that Chromium prepares for a person's windows, which no test sees: each window would load them, at
 * more than the cost of the page under test.
 */
const windowFeatures = [
  'PreloadTopChromeWebUI',
  'SpareRendererForSitePerProcess',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
];

/** What Playwright turns off. Chromium reads only the last of the arguments that turn features off. */
const playwrightFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

const withoutFeatures = `--disable-features=${[...playwrightFeatures, ...windowFeatures]}`;

/**
 * Debian's package of the same browser without windows, which is what Playwright itself runs headless: opening a page
 * takes a third less of the processor.
 */
const shellPath = `${chromiumPath}-headless-shell`;

/** Headless; close it when done. */
export async function launchChromium(): Promise<Browser> {
  const { chromium } = await import('playwright-core');
  return chromium.launch({
    executablePath: existsSync(shellPath) ? shellPath : chromiumPath,
    args: [...chromiumArgs, withoutFeatures],
  });
}
