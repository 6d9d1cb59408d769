/** @jsxImportSource preact */
import { type FirstNameMode, siteAddress } from '@wordrise/core/constants';
import type { Brand } from './brand.tsx';
import { FeedLinks, type LandingAssets, renderDocument } from './document.tsx';
import { type Islands, LandingPage } from './landing-page.tsx';

export interface LandingConfig {
  productName: string;
  /** The address of this installation, for the canonical address and link previews. */
  publicUrl: string;
  /** Whether visitors may read the words that were sent. */
  hasArchive?: boolean;
  /** Whether readers confirm with a link before getting emails. */
  confirmSignups?: boolean;
  /** Whether readers of the daily emails get the weekly one too. */
  hasRecap?: boolean;
  /** Whether the form asks for a first name; `required` by default. */
  firstName?: FirstNameMode;
  /** Left out for the built-in look. */
  brand?: Brand | undefined;
}

const description =
  'One English word by email each morning: a 1-minute read with definition, pronunciation, examples and a conversation tip.';

/** The landing page as a complete HTML document, readable before any script runs. */
export function renderLandingDocument(
  {
    productName,
    publicUrl,
    hasArchive = false,
    confirmSignups = false,
    hasRecap = false,
    brand,
  }: LandingConfig,
  assets: LandingAssets,
  islands: Islands,
): string {
  const title = `${productName}: one word each morning`;
  const home = siteAddress(publicUrl, '/');
  const head = (
    <>
      <meta name="description" content={description} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={productName} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={home} />
      <meta property="og:image" content={siteAddress(publicUrl, brand?.picture ?? '/preview.png')} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content="A sunrise over a page with one word on it" />
      <meta name="twitter:card" content="summary_large_image" />
      {hasArchive && <FeedLinks productName={productName} />}
      <link rel="stylesheet" href="/widgets.css" />
      <script src="/widgets.js" defer />
      <script src={assets.script} type="module" />
    </>
  );
  return renderDocument({
    title,
    assets,
    brand,
    head,
    canonical: home,
    children: (
      <LandingPage
        productName={productName}
        islands={islands}
        hasArchive={hasArchive}
        brand={brand}
        confirmSignups={confirmSignups}
        hasRecap={hasRecap}
      />
    ),
  });
}
