export type { SampleOptions } from './sample/options.ts';
export { SamplePreview } from './sample/sample-preview.tsx';
export type { SignupOptions, SignupProblem, SignupSuccess, Theme } from './signup/options.ts';
export { SignupForm } from './signup/signup-form.tsx';
export {
  defaultSamples,
  defaultSampleTexts,
  defaultTexts as defaultSignupTexts,
  type SampleTexts,
  type SampleWord,
  type SignupTexts,
} from './texts.ts';
