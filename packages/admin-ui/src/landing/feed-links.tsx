/** @jsxImportSource preact */
import { feedPaths } from '@wordrise/core/constants';

/** How feed readers find the feeds of a page. */
export function FeedLinks({ productName }: { productName: string }) {
  return (
    <>
      <link rel="alternate" type="application/atom+xml" title={productName} href={feedPaths.atom} />
      <link rel="alternate" type="application/feed+json" title={productName} href={feedPaths.json} />
    </>
  );
}
