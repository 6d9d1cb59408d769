import { Button } from '../../design/button.tsx';
import { Field } from '../../design/field.tsx';
import { fieldPair, stack } from '../../design/layout.css.ts';
import { Select } from '../../design/select.tsx';
import * as styles from './embed.css.ts';
import type { EmbedOptions } from './embed-options.ts';

/** The widget's default accent in light mode. */
const ownAccent = '#bf4720';

export interface OptionsFormProps {
  options: EmbedOptions;
  onChange: (options: EmbedOptions) => void;
}

export function OptionsForm({ options, onChange }: OptionsFormProps) {
  const set = (changes: Partial<EmbedOptions>) => onChange({ ...options, ...changes });
  return (
    <div className={stack.normal}>
      <div className={fieldPair}>
        <Select
          label="Theme"
          name="theme"
          value={options.theme}
          options={{ auto: 'Automatic', light: 'Light', dark: 'Dark' }}
          onChange={(theme) => set({ theme })}
        />
        <Select
          label="Favorite word"
          name="favoriteWord"
          value={options.favoriteWord ? 'on' : 'off'}
          options={{ on: 'Ask for it', off: 'Leave it out' }}
          onChange={(choice) => set({ favoriteWord: choice === 'on' })}
        />
      </div>
      <Field
        label="Button"
        name="button"
        optional
        placeholder="Sign Up"
        value={options.button}
        maxLength={60}
        onChange={({ target }) => set({ button: target.value })}
      />
      <Field
        label="Note below the button"
        name="note"
        optional
        placeholder="Read our [privacy policy](https://…)."
        hint="[label](address) makes a link. Without a note, the form links to your privacy page."
        value={options.note}
        maxLength={500}
        onChange={({ target }) => set({ note: target.value })}
      />
      <div className={fieldPair}>
        <div className={styles.accent}>
          <Field
            label="Accent color"
            name="accent"
            type="color"
            className={styles.colorInput}
            value={options.accent ?? ownAccent}
            onChange={({ target }) => set({ accent: target.value })}
          />
          {options.accent !== undefined && (
            <Button
              variant="quiet"
              size="small"
              aria-label="Reset accent color"
              onClick={() => set({ accent: undefined })}
            >
              Reset
            </Button>
          )}
        </div>
        <Select
          label="Corners"
          name="corners"
          value={options.corners}
          options={{ round: 'Round', soft: 'Soft', square: 'Square' }}
          onChange={(corners) => set({ corners })}
        />
      </div>
    </div>
  );
}
