export type { SampleOptions } from './sample/options.ts';
export { SamplePreview } from './sample/sample-preview.tsx';
export { defaultSamples, defaultSampleTexts, type SampleTexts, type SampleWord } from './sample/samples.ts';
export type { SignupOptions, SignupProblem, SignupSuccess, Theme } from './signup/options.ts';
export { SignupForm } from './signup/signup-form.tsx';
export { defaultTexts as defaultSignupTexts, type SignupTexts } from './signup/texts.ts';
