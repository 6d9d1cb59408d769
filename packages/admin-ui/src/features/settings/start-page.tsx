import { useQuery } from '@tanstack/react-query';
import { currentZoneName, type SettingView } from '@wordrise/core/contract';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { Button, ButtonLink } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Loading, Skeleton } from '../../design/states.tsx';
import { fieldErrorsOf, QueryError } from '../../kit/failure.tsx';
import { Page } from '../../kit/page.tsx';
import { endpointQuery, useApi } from '../../kit/queries.ts';
import { changesIn, type Draft, SettingField } from './setting-field.tsx';
import * as styles from './settings.css.ts';
import { useSaveSettings } from './settings.queries.ts';

interface Step {
  title: string;
  note: string;
  /** Names of the settings that it asks for. */
  asks: readonly string[];
}

const steps: readonly Step[] = [
  { title: 'What is it called?', note: 'A name of your own, or the default.', asks: ['PRODUCT_NAME'] },
  { title: 'Where do your readers wake up?', note: 'Emails go out by this clock.', asks: ['TIMEZONE'] },
  {
    title: 'Who is it from?',
    note: 'Needed once emails go to real people. Until then, you can leave both empty.',
    asks: ['MAIL_FROM', 'POSTAL_ADDRESS'],
  },
];

/** After the first account: the few settings that everyone needs, one after the other. It can be left at any time. */
export function StartPage() {
  const query = useQuery({ ...endpointQuery(useApi(), 'getSettings'), staleTime: 0 });
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const at = Math.min(Math.max(Number(search.get('step')) || 1, 1), steps.length + 1);
  const step = steps[at - 1];
  const goTo = (next: number) => setSearch(next === 1 ? {} : { step: String(next) });
  return (
    <Page
      title="Getting started"
      note={`Step ${at} of ${steps.length + 1}. Everything is in the settings later, so you can leave at any time.`}
      actions={<Button onClick={() => navigate('/admin')}>Finish later</Button>}
    >
      {query.isPending && (
        <Loading label="Loading the settings">
          <Skeleton height="14rem" />
        </Loading>
      )}
      {query.error && <QueryError title="The settings could not be fetched" query={query} />}
      {query.data &&
        (step ? (
          <StepCard
            key={at}
            step={step}
            settings={query.data.settings.filter(({ name }) => step.asks.includes(name))}
            takesFocus={search.has('step')}
            onBack={at > 1 ? () => goTo(at - 1) : undefined}
            onDone={() => goTo(at + 1)}
          />
        ) : (
          <WaysToSend onBack={() => goTo(at - 1)} />
        ))}
    </Page>
  );
}

interface StepCardProps {
  step: Step;
  settings: SettingView[];
  takesFocus: boolean;
  onBack: (() => void) | undefined;
  onDone: () => void;
}

function StepCard({ step: { title, note }, settings, takesFocus, onBack, onDone }: StepCardProps) {
  const [draft, setDraft] = useState<Draft>(() => suggestionsFor(settings));
  const save = useSaveSettings({ onSaved: onDone, isQuiet: true });
  const errors = fieldErrorsOf(save.error);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (takesFocus) form.current?.querySelector('input')?.focus();
  }, [takesFocus]);
  return (
    <Card title={title} note={note} className={styles.step}>
      <form
        ref={form}
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          const changes = changesIn(settings, draft);
          if (Object.keys(changes).length === 0) onDone();
          else if (!save.isPending) save.mutate(changes);
        }}
      >
        {settings.map((setting) => (
          <SettingField
            key={setting.name}
            setting={setting}
            draft={draft}
            errors={errors[setting.name]}
            onChange={(name, value) => setDraft((now) => ({ ...now, [name]: value }))}
          />
        ))}
        <div className={styles.buttons}>
          <Button
            type="submit"
            variant="primary"
            busy={save.isPending}
            busyLabel={save.progress ?? 'Saving...'}
          >
            Continue
          </Button>
          {onBack && <Button onClick={onBack}>Back</Button>}
        </div>
      </form>
    </Card>
  );
}

/** The browser knows the owner's time zone better than the server does. */
function suggestionsFor(settings: SettingView[]): Draft {
  const zone = settings.find(({ field, source }) => field === 'zone' && source === 'default');
  return zone ? { [zone.name]: currentZoneName(Intl.DateTimeFormat().resolvedOptions().timeZone) } : {};
}

function WaysToSend({ onBack }: { onBack: () => void }) {
  return (
    <Card
      title="How are emails sent?"
      note="Now they go to the outbox on this machine, where only you can read them, unless you chose something else."
      className={styles.step}
    >
      <div className={styles.buttons}>
        <ButtonLink to="/admin" variant="primary">
          Try it first
        </ButtonLink>
        <ButtonLink to="/admin/settings/sending">Send to real people</ButtonLink>
        <Button variant="quiet" onClick={onBack}>
          Back
        </Button>
      </div>
    </Card>
  );
}
