import type { FormEvent, ReactNode, RefObject } from 'react';
import { line } from '../line.tsx';
import { root } from '../theme.css.ts';
import { type SignupOptions, safeAddress } from './options.ts';
import './signup.css.ts';
import type { SignupTexts } from '../texts.ts';

type FieldName = 'email' | 'firstName' | 'favoriteWord';
/** A text for each field: what it contains, or what is wrong with it. */
export type FieldTexts = Partial<Record<FieldName, string | undefined>>;

/** State of the form. The fields themselves keep what the visitor typed. */
export interface SignupState {
  step: 'ready' | 'sending' | 'done' | 'failed';
  fields?: FieldTexts | undefined;
  /** An error that belongs to no field. */
  problem?: string | undefined;
  /** Once done: height in pixels of the form that the confirmation replaces. */
  height?: number;
  /** Once done: the product's name in the welcome. */
  product?: string;
  /** Once done: whether the reader has to confirm first. */
  confirms?: boolean | undefined;
}

export interface SignupViewProps extends Omit<SignupOptions, 'texts'> {
  /** Unique on the page, or in the shadow root. */
  id: string;
  texts: SignupTexts;
  state: SignupState;
  /** What the fields contain at first. */
  values?: FieldTexts | undefined;
  /** Hidden fields. */
  hidden?: ReactNode;
  rootRef?: RefObject<HTMLDivElement | null>;
  /** Called when the visitor enters the form. */
  onEnter?: () => void;
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
}

function field(
  { id: prefix, texts, state, firstName, values }: SignupViewProps,
  name: FieldName,
  autoComplete: string,
) {
  const isWord = name === 'favoriteWord';
  const optional = isWord || (name === 'firstName' && firstName === 'optional');
  const id = prefix + name;
  const errorId = `${id}-error`;
  const error = state.fields?.[name];
  return (
    // The favorite word has its own row. Label and input share rows with the field beside them.
    <div part={isWord ? 'field wide' : 'field'}>
      <label part="label" dir="auto" htmlFor={id}>
        {`${texts[name]} `}
        {optional && texts.optional && <span part="optional">{texts.optional}</span>}
      </label>
      <div>
        <input
          id={id}
          name={name}
          defaultValue={values?.[name]}
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
    </div>
  );
}

function hidden(name: string, value: string | undefined) {
  return value && <input type="hidden" name={name} value={value} />;
}

/** Renders the links in a text such as `Read our [privacy policy](https://…).` */
function linked(text: string) {
  return text.split(/\[([^[\]]+)\]\(([^()]+)\)/).map((piece, place, pieces) =>
    // Text, label, address, text, label, address …
    place % 3 === 1 ? (
      <a key={piece} href={safeAddress(pieces[place + 1])}>
        {piece}
      </a>
    ) : (
      place % 3 === 0 && piece
    ),
  );
}

/** Draws the form in any state. It uses no hooks, so that a server can render it and Preact's core can draw it. */
export function SignupView(props: SignupViewProps) {
  const { texts, state, mode } = props;
  const sending = state.step === 'sending';
  const done = state.step === 'done';
  const [title, text] = state.confirms
    ? [texts.confirmTitle, texts.confirm]
    : [texts.welcomeTitle, texts.welcome];
  return (
    <div ref={props.rootRef} className={root} part="root" data-theme={props.theme} lang={props.lang ?? 'en'}>
      {mode === 'link' ? (
        <a part="button" href={props.signupUrl}>
          {texts.button}
        </a>
      ) : (
        !done && (
          // Submitting before the script has loaded, or without it, leads to a page of the installation.
          <form
            part="form"
            method="post"
            action={`${props.apiUrl}/api/register`}
            noValidate
            aria-label={texts.button}
            onFocusCapture={props.onEnter}
            onSubmit={props.onSubmit}
          >
            {field(props, 'email', 'email')}
            {props.firstName !== 'off' && field(props, 'firstName', 'given-name')}
            {props.favoriteWord !== false && field(props, 'favoriteWord', 'off')}
            {hidden('campaign', props.campaign)}
            {hidden('consent', texts.note)}
            {props.hidden}
            {/* A honeypot: people never see this field, so only robots fill it in. */}
            <input part="unseen" name="website" tabIndex={-1} autoComplete="off" aria-hidden />
            {state.problem && (
              <div part="alert" role="alert">
                {line('alert-title', texts.failedTitle)}
                {line('alert-text', linked(state.problem))}
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
        // Same height as the form, to avoid layout shift.
        style={done ? { minHeight: `${state.height}px` } : undefined}
      >
        {sending && texts.busy}
        {done &&
          line(
            'welcome-title',
            title.replace('{product}', () => state.product ?? ''),
          )}
        {done && line('welcome', text)}
      </div>
    </div>
  );
}
