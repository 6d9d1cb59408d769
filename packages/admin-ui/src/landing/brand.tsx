/** @jsxImportSource preact */

import { designTexts, directionOf, isEnglish } from '@wordrise/core/constants';
import type { DesignTextName, LogoView } from '@wordrise/core/contract';

/** The owner's design, as far as the public pages show it. */
export interface Brand {
  /** The path of its style sheet. */
  styles: string;
  /** The path of the picture for links to pages that have no other. */
  picture: string;
  logo?: (LogoView & { path: string; alt: string }) | undefined;
  /** Of the owner's texts. */
  language: string;
  /** Empty texts are the built-in ones, which are in English. */
  texts: Readonly<Partial<Record<DesignTextName, string>>>;
  /** Whether the pages have their own fonts, which are worth fetching early. */
  hasOwnFonts: boolean;
  /** Whether the landing page gives its reasons for signing up. */
  hasBenefits: boolean;
}

/** The logo, or the name where there is none. */
export function BrandName({ brand, productName }: { brand: Brand | undefined; productName: string }) {
  const logo = brand?.logo;
  if (!logo) return <>{productName}</>;
  return (
    <img
      className="wr-logo"
      src={logo.path}
      alt={logo.alt || productName}
      width={logo.width}
      height={logo.height}
      data-ground={logo.ground}
    />
  );
}

/** The owner's text, or the built-in one. */
export function brandText(brand: Brand | undefined, name: DesignTextName, productName: string): string {
  return (brand?.texts[name] || designTexts[name].builtIn).replaceAll('{product}', productName);
}

/** Attributes of the element with that text: the page is in English, the owner's text may not be. */
export function brandTextLanguage(brand: Brand | undefined, name: DesignTextName) {
  if (!brand?.texts[name] || isEnglish(brand.language)) return {};
  return { lang: brand.language, dir: directionOf(brand.language) };
}
