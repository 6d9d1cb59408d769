import { useEffect, useId, useRef, useState } from 'react';
import { type SignupOptions, viewOptions } from './options.ts';
import { type SignupState, SignupView } from './signup-view.tsx';
import { prepareSignup, settleFocus, submitSignup } from './submit-signup.ts';

/** The signup form for React. Import `@wordrise/widgets/style.css` once too. */
export function SignupForm(options: SignupOptions) {
  const rootRef = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<SignupState>({ step: 'ready' });
  useEffect(() => settleFocus(rootRef.current, state), [state]);
  return (
    <SignupView
      {...viewOptions(options)}
      id={useId()}
      rootRef={rootRef}
      state={state}
      onEnter={() => prepareSignup(options)}
      onSubmit={(event) => {
        event.preventDefault();
        if (state.step !== 'sending') submitSignup(event.currentTarget, options, setState);
      }}
    />
  );
}
