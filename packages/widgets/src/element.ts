import './element/sample-element.tsx';
import './element/signup-element.tsx';
import type { SampleOptions } from './sample/options.ts';
import type { SignupOptions } from './signup/options.ts';

export type { SampleOptions } from './sample/options.ts';
export type { SignupOptions, SignupProblem, SignupSuccess, Theme } from './signup/options.ts';
export type { SampleTexts, SampleWord, SignupTexts } from './texts.ts';

export interface WordriseSignup extends HTMLElement, Omit<SignupOptions, 'lang'> {}
export interface WordriseSample extends HTMLElement, Omit<SampleOptions, 'lang'> {}

declare global {
  interface HTMLElementTagNameMap {
    'wordrise-signup': WordriseSignup;
    'wordrise-sample': WordriseSample;
  }
}

function mount<Tag extends 'wordrise-signup' | 'wordrise-sample'>(
  tag: Tag,
  place: Element,
  options: object | undefined,
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(document.createElement(tag), options);
  place.replaceChildren(element);
  return element;
}

/** Replaces the content of `place` with a signup form. The element's properties are the options. */
export function mountSignupForm(place: Element, options?: SignupOptions): WordriseSignup {
  return mount('wordrise-signup', place, options);
}

/** Replaces the content of `place` with the sample emails. The element's properties are the options. */
export function mountSamplePreview(place: Element, options?: SampleOptions): WordriseSample {
  return mount('wordrise-sample', place, options);
}
