import type { Theme } from '../signup/options.ts';
import type { SampleTexts, SampleWord } from './samples.ts';

/** The same for the React component, the custom element and `mountSamplePreview`. All may change at any time. */
export interface SampleOptions {
  /** `auto` follows the visitor's system. */
  theme?: Theme | undefined;
  /** Stands in the emails' subject. */
  productName?: string | undefined;
  samples?: readonly SampleWord[] | undefined;
  texts?: Partial<SampleTexts> | undefined;
  /** The language of texts and samples. Default `en`. */
  lang?: string | undefined;
}
