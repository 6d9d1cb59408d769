import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { ErrorState } from '../../design/error-state.tsx';
import { Loading, Skeleton } from '../../design/skeleton.tsx';
import * as styles from './embed.css.ts';
import { type EmbedOptions, propertiesOf, textsOf } from './embed-options.ts';

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'wordrise-signup': {
        'api-url': string;
        theme: EmbedOptions['theme'];
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
  script.src = '/widgets.js';
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
export function LivePreview({ options }: { options: EmbedOptions }) {
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
        api-url={location.origin}
        theme={options.theme}
        favorite-word={options.favoriteWord ? 'on' : 'off'}
        texts={textsOf(options)}
        style={propertiesOf(options) as CSSProperties}
      />
    </div>
  );
}
