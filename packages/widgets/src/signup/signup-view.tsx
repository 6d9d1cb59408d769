import type { FormEvent, RefObject } from 'react';
import { line } from '../line.tsx';
import { root } from '../theme.css.ts';
import type { SignupOptions } from './options.ts';
import './signup.css.ts';
import type { SignupTexts } from './texts.ts';

type FieldName = 'email' | 'firstName' | 'favoriteWord';
export type FieldMessages = Partial<Record<FieldName, string | undefined>>;

/** What is shown at one moment; the fields keep what was typed by themselves. */
export interface SignupState {
  step: 'ready' | 'sending' | 'done' | 'failed';
  fields?: FieldMessages;
  /** What went wrong with the signup as a whole. */
  problem?: string | undefined;
  /** Once done: of the form that the confirmation takes the place of, in pixels. */
  height?: number;
  /** Once done: what the reader is welcomed to. */
  product?: string;
}

export interface SignupViewProps extends Omit<SignupOptions, 'texts'> {
  /** Unique on the page, or in the shadow root. */
  id: string;
  texts: SignupTexts;
  state: SignupState;
  rootRef?: RefObject<HTMLDivElement | null>;
  /** The visitor turned to the form. */
  onTurn?: () => void;
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
}

function field({ id: prefix, texts, state }: SignupViewProps, name: FieldName, autoComplete: string) {
  const optional = name === 'favoriteWord';
  const id = prefix + name;
  const errorId = `${id}-error`;
  const error = state.fields?.[name];
  return (
    // The optional field has a row to itself.
    <div part={optional ? 'field wide' : 'field'}>
      <label part="label" dir="auto" htmlFor={id}>
        {`${texts[name]} `}
        {optional && texts.optional && <span part="optional">{texts.optional}</span>}
      </label>
      <input
        id={id}
        name={name}
        type={name === 'email' ? name : undefined}
        autoComplete={autoComplete}
        part="input"
        dir="auto"
        required={!optional}
        aria-invalid={!!error || undefined}
        aria-describedby={error && errorId}
      />
      {error && (
        <p part="error" dir="auto" id={errorId}>
          {error}
        </p>
      )}
    </div>
  );
}

/** `Read our [privacy policy](https://…).` with its link. */
function linked(text: string) {
  return text.split(/\[(.+?)\]\((.+?)\)/).map((piece, place, pieces) =>
    // Text, label, address, text, label, address …
    place % 3 === 1 ? (
      <a key={piece} href={pieces[place + 1]}>
        {piece}
      </a>
    ) : (
      place % 3 === 0 && piece
    ),
  );
}

/** Draws the form in any of its states: no hooks, so that it can also be written as a string on a server. */
export function SignupView(props: SignupViewProps) {
  const { texts, state, mode } = props;
  const sending = state.step === 'sending';
  const done = state.step === 'done';
  return (
    <div ref={props.rootRef} className={root} part="root" data-theme={props.theme} lang={props.lang ?? 'en'}>
      {mode === 'link' ? (
        <a part="button" href={props.signupUrl}>
          {texts.button}
        </a>
      ) : (
        !done && (
          // `dialog` outside of a dialog goes nowhere: a press before the script is there leaves the page alone.
          <form
            part="form"
            method="dialog"
            noValidate
            aria-label={texts.button}
            onFocusCapture={props.onTurn}
            onSubmit={props.onSubmit}
          >
            {field(props, 'email', 'email')}
            {field(props, 'firstName', 'given-name')}
            {props.favoriteWord !== false && field(props, 'favoriteWord', 'off')}
            {/* For robots: what people never see, people never fill in. */}
            <input part="unseen" name="website" tabIndex={-1} autoComplete="off" aria-hidden />
            {state.problem && (
              <div part="alert" role="alert">
                {line('alert-title', texts.failedTitle)}
                {line('alert-text', state.problem)}
              </div>
            )}
            <button type="submit" part="button" aria-disabled={sending || undefined}>
              {sending ? texts.busy : texts.button}
            </button>
            {texts.note && (
              <p part="note" dir="auto">
                {linked(texts.note)}
              </p>
            )}
          </form>
        )
      )}
      <div
        part={done ? 'done' : 'unseen'}
        role="status"
        tabIndex={-1}
        // As tall as the form it takes the place of, so that the page below stays where it is.
        style={done ? { minHeight: `${state.height}px` } : undefined}
      >
        {sending && texts.busy}
        {done &&
          line(
            'welcome-title',
            texts.welcomeTitle.replace('{product}', () => state.product ?? ''),
          )}
        {done && line('welcome', texts.welcome)}
      </div>
    </div>
  );
}
