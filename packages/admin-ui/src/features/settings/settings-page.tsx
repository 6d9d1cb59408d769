import { useQuery } from '@tanstack/react-query';
import type { SettingChanges, SettingGroup, SettingView } from '@wordrise/core/contract';
import { type ReactNode, useState } from 'react';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Alert, Badge, Loading, Skeleton } from '../../design/states.tsx';
import { fieldErrorsOf, QueryError } from '../../kit/failure.tsx';
import { Page } from '../../kit/page.tsx';
import { endpointQuery, useApi } from '../../kit/queries.ts';
import { SendingCard } from './sending-card.tsx';
import { changesIn, type Draft, inForce, SettingField } from './setting-field.tsx';
import * as styles from './settings.css.ts';
import { otherAddress, useSaveSettings } from './settings.queries.ts';
import { UnsavedCards, useUnsavedCard, useUnsavedCards } from './unsaved-cards.ts';
import { WarmUpCard } from './warm-up-card.tsx';

type CardGroup = { group: Exclude<SettingGroup, 'sending'>; title: string; note?: string };

const general: CardGroup = { group: 'general', title: 'General' };
const others: CardGroup[] = [
  { group: 'signups', title: 'Signups' },
  { group: 'pages', title: 'Public pages' },
  { group: 'alerts', title: 'Alerts', note: 'A message to you when an email is at risk, late or failed' },
];
const bounces: CardGroup = {
  group: 'bounces',
  title: 'Returned emails',
  note: 'For emails that are sent through a mail server',
};

/** Name, sender, public pages: everything but how emails are sent. */
export function SettingsPage() {
  return (
    <SettingsFrame title="Settings" note="Changes take effect at once, without a restart">
      {(settings) => (
        <>
          <GroupCard {...general} settings={settings} />
          <div className={styles.column}>
            {others.map((card) => (
              <GroupCard key={card.group} {...card} settings={settings} />
            ))}
          </div>
        </>
      )}
    </SettingsFrame>
  );
}

/** Who sends the emails, and where those that cannot be delivered go. */
export function SendingPage() {
  return (
    <SettingsFrame title="Sending" note="Checked before it is saved">
      {(settings) => (
        <>
          <SendingCard settings={settings} />
          <div className={styles.column}>
            <WarmUpCard />
            <GroupCard {...bounces} settings={settings} />
          </div>
        </>
      )}
    </SettingsFrame>
  );
}

interface SettingsFrameProps {
  title: string;
  note: string;
  children: (settings: SettingView[]) => ReactNode;
}

/** The settings once they are loaded; what was typed and not saved is not lost by a link. */
function SettingsFrame({ title, note, children }: SettingsFrameProps) {
  const query = useQuery({ ...endpointQuery(useApi(), 'getSettings'), staleTime: 0 });
  const unsaved = useUnsavedCards();
  return (
    <Page title={title} note={note}>
      {query.isPending && (
        <Loading label="Loading the settings">
          <Skeleton height="40rem" />
        </Loading>
      )}
      {query.error && <QueryError title="The settings could not be fetched" query={query} />}
      {query.data && (
        <UnsavedCards value={unsaved.report}>
          <div className={styles.columns}>{children(query.data.settings)}</div>
        </UnsavedCards>
      )}
      {unsaved.dialog}
    </Page>
  );
}

/** Settings that are saved together. */
function GroupCard({ group, title, note, settings: all }: CardGroup & { settings: SettingView[] }) {
  const [draft, setDraft] = useState<Draft>({});
  const settings = inForce(
    all.filter((setting) => setting.group === group),
    draft,
  );
  const save = useSaveSettings({ onSaved: () => setDraft({}) });
  const changes = changesIn(settings, draft);
  const isDirty = Object.keys(changes).length > 0;
  useUnsavedCard(title, isDirty);
  const errors = fieldErrorsOf(save.error);
  const field = (setting: SettingView) => (
    <SettingField
      key={setting.name}
      setting={setting}
      draft={draft}
      errors={errors[setting.name]}
      onChange={(name, value) => setDraft((now) => ({ ...now, [name]: value }))}
    />
  );
  const advanced = settings.filter(({ isAdvanced }) => isAdvanced);
  const canChange = settings.some(({ variable }) => variable === null);
  return (
    <Card title={title} note={note} actions={isDirty && <Badge tone="warn">Not saved</Badge>}>
      <form
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isDirty && !save.isPending) save.mutate(changes);
        }}
      >
        {settings.filter(({ isAdvanced }) => !isAdvanced).map(field)}
        {advanced.length > 0 && (
          <details>
            <summary className={styles.summary}>More</summary>
            <div className={styles.more}>{advanced.map(field)}</div>
          </details>
        )}
        <OtherAddress changes={changes} />
        {!isDirty && save.data?.notes?.map((note) => <Alert key={note}>{note}</Alert>)}
        {canChange && (
          <div className={styles.buttons}>
            <Button
              type="submit"
              variant="primary"
              disabled={!isDirty}
              busy={save.isPending}
              busyLabel={save.progress ?? 'Saving...'}
              aria-label={`Save ${title}`}
            >
              Save
            </Button>
            {isDirty && <Button onClick={() => setDraft({})}>Discard changes</Button>}
          </div>
        )}
      </form>
    </Card>
  );
}

/** With another public address, the pages at this one can no longer change anything. */
function OtherAddress({ changes }: { changes: SettingChanges }) {
  const next = otherAddress(changes);
  if (next === undefined) return null;
  return (
    <Alert tone="warn" title={`You are at ${window.location.origin} now`}>
      After saving, sign in at <span dir="ltr">{next}</span>. Check first that this address opens Wordrise.
    </Alert>
  );
}
