import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, useState } from 'react';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Field, Select } from '../../design/field.tsx';
import { fieldPair, stack } from '../../design/layout.css.ts';
import { sitePath } from '../../design/site-path.ts';
import { ErrorState, Loading, Skeleton } from '../../design/states.tsx';
import { QueryError } from '../../kit/failure.tsx';
import { Page } from '../../kit/page.tsx';
import { endpointQuery, useApi } from '../../kit/queries.ts';
import { AllowedOrigins } from './allowed-origins.tsx';
import * as styles from './embed-page.css.ts';
import { defaultOptions, type EmbedOptions, propertiesOf, SnippetsCard, textsOf } from './snippets-card.tsx';

export function EmbedPage() {
  const query = useQuery(endpointQuery(useApi(), 'system'));
  const { data: system } = query;
  const [options, setOptions] = useState(defaultOptions);

  return (
    <Page
      title="Embed the form"
      note="Let people sign up on any of your sites: allow the site, then copy and paste the code."
    >
      <div className={styles.columns}>
        <div className={styles.column}>
          {system && (
            <>
              {/* First, because a form on any other site fails. */}
              <AllowedOrigins origins={system.widgetOrigins} publicUrl={system.publicUrl} />
              <SnippetsCard system={system} options={options} />
            </>
          )}
          {query.error && !system && (
            <Card>
              <QueryError title="This installation’s address could not be fetched" query={query}>
                The code to copy depends on it. Forms that are already embedded still work.
              </QueryError>
            </Card>
          )}
        </div>
        <div className={styles.column}>
          <Card title="Look">
            <OptionsForm options={options} onChange={setOptions} />
          </Card>
          <Card title="Preview" note="The real form. Signing up here adds a real reader.">
            <LivePreview options={options} />
          </Card>
        </div>
      </div>
    </Page>
  );
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'wordrise-signup': {
        'api-url': string;
        theme: EmbedOptions['theme'];
        'first-name': EmbedOptions['firstName'];
        'favorite-word': 'on' | 'off';
        /** Set as a property; the attribute would be JSON. */
        texts: ReturnType<typeof textsOf>;
        style?: import('react').CSSProperties;
      };
    }
  }
}

/** Loads this server's widget script, once per page. */
function loadWidgets(): Promise<true> {
  if (customElements.get('wordrise-signup')) return Promise.resolve(true);
  const script = document.createElement('script');
  script.src = `${sitePath}/widgets.js`;
  return new Promise((resolve, reject) => {
    script.onload = () => resolve(true);
    script.onerror = () => {
      script.remove();
      reject(new Error('/widgets.js could not be loaded'));
    };
    document.head.append(script);
  });
}

/** The form as visitors see it, loaded from the same script as on other sites. */
function LivePreview({ options }: { options: EmbedOptions }) {
  const config = useQuery(endpointQuery(useApi(), 'config'));
  const widgets = useQuery({ queryKey: ['widgets.js'], queryFn: loadWidgets });
  if (widgets.error) {
    return (
      <ErrorState
        title="The preview could not be loaded"
        onRetry={() => widgets.refetch()}
        retrying={widgets.isFetching}
      >
        The code to copy still works.
      </ErrorState>
    );
  }
  if (!widgets.data) {
    return (
      <Loading label="Loading the preview">
        <Skeleton height="18rem" />
      </Loading>
    );
  }
  return (
    <div className={styles.stage[options.theme]}>
      <wordrise-signup
        api-url={location.origin + sitePath}
        theme={options.theme}
        first-name={config.data?.firstName ?? 'required'}
        favorite-word={options.favoriteWord ? 'on' : 'off'}
        texts={textsOf(options)}
        style={propertiesOf(options) as CSSProperties}
      />
    </div>
  );
}

/** The widget's default accent in light mode. */
const ownAccent = '#bf4720';

interface OptionsFormProps {
  options: EmbedOptions;
  onChange: (options: EmbedOptions) => void;
}

function OptionsForm({ options, onChange }: OptionsFormProps) {
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
