import {
  type DeliveryProgress,
  noReaders,
  type Overview,
  type ProviderEntry,
  type ReaderView,
  type ScheduledEmailView,
  type ScheduleItem,
  type SendView,
  type SettingView,
  type TomorrowView,
  type WordInput,
  type WordView,
  wordFields,
} from '@wordrise/core/contract';

let lastId = 0;

/** A word of the library; a test states only the fields that matter to it. */
export function word(fields: Partial<WordView> = {}): WordView {
  lastId += 1;
  return {
    ...(Object.fromEntries(wordFields.map((field) => [field, ''])) as WordInput),
    id: lastId,
    word: `word ${lastId}`,
    phoneticPronunciation: '/wɜːd/',
    partOfSpeech: 'noun',
    definition: 'A definition.',
    etymology: 'An origin.',
    example1: 'A first example.',
    example2: 'A second example.',
    conversationTip: 'A tip.',
    usedCount: 0,
    source: 'admin',
    createdAt: '2026-01-01T00:00:00.000Z',
    ...fields,
  };
}

export interface ScheduleItemFields extends Partial<ScheduledEmailView> {
  word?: string;
}

/** An item of the schedule list with its word. */
export function scheduleItem({ word: name, ...email }: ScheduleItemFields = {}): ScheduleItem {
  const its = word(name === undefined ? {} : { word: name });
  return {
    scheduled_emails: {
      id: its.id,
      wordId: its.id,
      scheduledDate: '2026-12-01T12:00:00.000Z',
      status: 'scheduled',
      icontactMessageId: null,
      messageId: null,
      sendId: null,
      createdAt: '2026-11-01T00:00:00.000Z',
      sentAt: null,
      reason: null,
      ...email,
    },
    words: its,
  };
}

/** The verdict on tomorrow, with nothing scheduled unless a test says so. */
export function tomorrow(fields: Partial<TomorrowView> = {}): TomorrowView {
  return {
    verdict: 'nothing_scheduled',
    day: '2026-12-02',
    sendTime: '2026-12-02T12:00:00.000Z',
    isToday: false,
    isRestDayTomorrow: false,
    email: null,
    others: [],
    failed: null,
    readers: 0,
    warmUp: null,
    onOtherDays: 0,
    readersByStatus: noReaders,
    doubts: [],
    reasons: [],
    providerProblem: null,
    mailServerOut: null,
    sendingHeldSince: null,
    timezone: 'America/New_York',
    ...fields,
  };
}

export function overview(fields: Partial<Overview> = {}): Overview {
  return {
    readers: { total: 0, byStatus: noReaders, perDay: [] },
    next: null,
    tomorrow: false,
    timezone: 'America/New_York',
    ...fields,
  };
}

/** A send at the provider, or an email that is not there yet. */
export function providerEntry(fields: Partial<ProviderEntry> = {}): ProviderEntry {
  lastId += 1;
  return {
    id: lastId,
    wordId: fields.id === null ? null : lastId,
    sendId: String(lastId),
    messageId: String(lastId),
    messageName: `word ${lastId}`,
    scheduledTime: '2026-12-01T12:00:00.000Z',
    recipientCount: 0,
    status: 'pending',
    reason: null,
    hasOlderText: false,
    ...fields,
  };
}

function actionsOn({ status = 'sending', unknown = 0, undecided = unknown }: Partial<DeliveryProgress>) {
  return [
    status === 'paused' ? ('resume' as const) : status === 'sent' ? [] : ('pause' as const),
    status === 'sent' ? [] : ('stop' as const),
    unknown > 0 ? ('again' as const) : [],
    undecided > 0 ? ('leave' as const) : [],
  ].flat();
}

/** The progress of an email: half of 1,000 readers. */
export function progress(fields: Partial<DeliveryProgress> = {}): DeliveryProgress {
  return {
    status: 'sending',
    recipients: 1000,
    sent: 500,
    failed: 0,
    unknown: 0,
    undecided: fields.unknown ?? 0,
    deferred: 0,
    inFlight: 20,
    queued: 480,
    skipped: 0,
    reason: null,
    startedAt: '2026-12-01T12:00:00.000Z',
    finishedAt: null,
    waves: { total: 1, begun: 1 },
    nextAt: null,
    hold: null,
    actions: actionsOn(fields),
    warmUp: null,
    providers: [],
    relays: [],
    ...fields,
  };
}

/** An email that is sent from here. */
export function aSend({
  progress: of,
  ...fields
}: Partial<Omit<SendView, 'progress'>> & { progress?: Partial<DeliveryProgress> } = {}): SendView {
  return {
    id: 7,
    word: 'petrichor',
    scheduledDate: '2026-12-01T12:00:00.000Z',
    ...fields,
    progress: progress(of),
  };
}

/** A reader on the list who gets the emails as the owner sends them. */
export const aReader = (fields: Partial<ReaderView> = {}): ReaderView => ({
  id: 1,
  email: 'ada@example.com',
  firstName: 'Ada',
  favoriteWord: null,
  createdAt: '2026-12-01T12:00:00.000Z',
  status: 'subscribed',
  reason: null,
  source: 'https://blog.example',
  campaign: null,
  preferences: asSent,
  isPaused: false,
  ...fields,
});

/** The preferences of a reader who chose nothing. */
export const asSent: ReaderView['preferences'] = {
  timezone: null,
  sendTime: null,
  weekdays: null,
  pausedUntil: null,
  cadence: 'daily',
  digestDay: null,
};

export const aSetting = (setting: Partial<SettingView>): SettingView => ({
  name: 'PRODUCT_NAME',
  group: 'general',
  label: 'Name',
  help: null,
  field: 'text',
  choices: [],
  isAdvanced: false,
  isSecret: false,
  onlyWith: null,
  source: 'default',
  variable: null,
  value: null,
  fallback: null,
  ...setting,
});

/** A quotation with its source, for a word that is petrichor. */
export const aQuotation = {
  quotation: 'A petrichor rose.',
  quotationAuthor: 'Ada Quill',
  quotationWork: 'Roads & Rain',
  quotationYear: '1911',
  quotationUrl: 'https://books.example.org/roads?a=1&b=2',
} as const satisfies Partial<WordInput>;
