import type { ReactElement } from 'react';
import { ownScript } from '../own-script.ts';
import { type SignupOptions, viewOptions } from '../signup/options.ts';
import { type SignupState, SignupView } from '../signup/signup-view.tsx';
import { prepareSignup, settleFocus, submitSignup } from '../signup/submit-signup.ts';
import { signupOptions } from './attributes.ts';
import { defineWidget, WidgetElement } from './widget-element.ts';

// Wordrise runs where the classic script came from. A module doesn't know its address and uses the page's origin.
const home = ownScript?.src && new URL('.', ownScript.src).href;

class SignupElement extends WidgetElement<SignupOptions> {
  #state: SignupState = { step: 'ready' };

  protected override view(given: SignupOptions): ReactElement {
    const options = { ...given, apiUrl: given.apiUrl ?? home };
    return (
      <SignupView
        {...viewOptions(options)}
        // Ids in a shadow root only need to differ from each other.
        id=""
        state={this.#state}
        onEnter={() => prepareSignup(options)}
        onSubmit={(event) => {
          event.preventDefault();
          if (this.#state.step !== 'sending') {
            submitSignup(event.currentTarget, options, (state) => {
              this.#state = state;
              settleFocus(this.draw(), state);
            });
          }
        }}
      />
    );
  }
}

defineWidget('wordrise-signup', signupOptions, SignupElement);
