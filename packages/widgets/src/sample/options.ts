import type { Theme } from '../signup/options.ts';
import type { SampleTexts, SampleWord } from '../texts.ts';

/** Options of the React component, the custom element and `mountSamplePreview`. All can change at any time. */
export interface SampleOptions {
  /** `auto` follows the page's `color-scheme`. */
  theme?: Theme | undefined;
  /** Shown in the emails' subjects. */
  productName?: string | undefined;
  samples?: readonly SampleWord[] | undefined;
  texts?: Partial<SampleTexts> | undefined;
  /** The language of texts and samples. Default `en`. */
  lang?: string | undefined;
}
